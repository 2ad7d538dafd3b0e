import { Hono } from "hono";
import { languageOf, languages } from "../../../web/status/texts/languages.ts";
import { textsOf } from "../../../web/status/texts/texts.ts";
import { tones } from "../../../web/status/views/state-tones.ts";
import { publicResponse } from "../../cache/public-response.ts";
import type { StatusColor } from "../../components/domain.ts";
import type { AppEnv } from "../../env.ts";
import { pageNotFound } from "../../http/not-found.ts";
import { readSettings } from "../../settings/store.ts";
import { findShareWords } from "../domain.ts";
import { drawSharePicture } from "./draw.ts";
import { readLettering } from "./lettering.ts";

export const shareRoutes = new Hono<AppEnv>().get(
  "/share/:color/:file",
  publicResponse({ clock: "day" }, async (c) => {
    const color = c.req.param("color") ?? "";
    const file = c.req.param("file") ?? "";
    const words = file.endsWith(".png") ? findShareWords(file.slice(0, -".png".length)) : undefined;
    if (!words || !isColor(color)) throw pageNotFound();
    const language = languageOf(c.req.query("lang"));
    const texts = textsOf(language);
    const { serviceName } = await readSettings(c.var.db);
    const content = {
      serviceName,
      words: "banner" in words ? texts.banner[words.banner] : texts.states[words.state],
      color,
      isRightToLeft: languages[language].dir === "rtl",
    };
    const body = await drawSharePicture(await readLettering(), content);
    return { body, headers: { "Content-Type": "image/png" } };
  }),
);

function isColor(color: string): color is StatusColor {
  return Object.hasOwn(tones, color);
}
