import { Hono } from "hono";
import serviceWorker from "../../dist/inline/service-worker.txt";
import { interpolate } from "../../web/shared/interpolate.ts";
import { isolateDirection } from "../../web/shared/isolate-direction.ts";
import { languageOf, languages } from "../../web/status/texts/languages.ts";
import { textsOf } from "../../web/status/texts/texts.ts";
import { withLanguage } from "../../web/status/views/language.tsx";
import { buildResponse } from "../cache/build-response.ts";
import { publicResponse } from "../cache/public-response.ts";
import type { AppEnv } from "../env.ts";
import { text } from "../http/rendered.ts";
import { readSettings } from "../settings/store.ts";

/** The worker posts to the API when a browser replaces its endpoint, and shows the page's icon. */
const workerPolicy = "default-src 'none'; connect-src 'self'; img-src 'self'";

export const webAppRoutes = new Hono<AppEnv>()
  .get(
    "/service-worker.js",
    buildResponse(async () => {
      const { body, headers } = text(serviceWorker, "text/javascript");
      return { body, headers: { ...headers, "Content-Security-Policy": workerPolicy } };
    }),
  )
  .get(
    "/manifest.webmanifest",
    publicResponse({ clock: "day" }, async (c) => {
      const language = languageOf(c.req.query("lang"));
      const { serviceName, backgroundColor } = await readSettings(c.var.db);
      const texts = textsOf(language);
      const service = serviceName.trim() || texts.service;
      const manifest = {
        name: interpolate(texts.pageName, { service: isolateDirection(service) }),
        short_name: service,
        lang: language,
        dir: languages[language].dir,
        // The same in all languages, so that a browser knows an app that it has.
        id: "/",
        scope: "/",
        start_url: withLanguage("/", language),
        display: "standalone",
        theme_color: backgroundColor,
        background_color: backgroundColor,
        icons: [{ src: "/apple-touch-icon.png", type: "image/png" }],
      };
      return text(JSON.stringify(manifest), "application/manifest+json");
    }),
  );
