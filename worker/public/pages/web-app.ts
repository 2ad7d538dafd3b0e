import { Hono } from "hono";
import serviceWorker from "../../../dist/inline/service-worker.txt";
import { interpolate } from "../../../web/shared/interpolate.ts";
import { isolateDirection } from "../../../web/shared/isolate-direction.ts";
import { languages, toLanguage } from "../../../web/status/texts/languages.ts";
import { loadTexts, textsOf } from "../../../web/status/texts/texts.ts";
import { withLanguage } from "../../../web/status/views/language.tsx";
import { deploymentResponse } from "../../cache/deployment-response.ts";
import { publicResponse } from "../../cache/public-response.ts";
import type { AppEnv } from "../../env.ts";
import { text } from "../../http/rendered.ts";
import { readSettings } from "../../settings/store.ts";
import { readOwnTouchIcon } from "./icons/icons.ts";

/** The worker posts to the API when a browser replaces its endpoint, and shows the page's icon. */
const workerPolicy = "default-src 'none'; connect-src 'self'; img-src 'self'";

/** Chrome installs only apps that have an icon of 192 pixels, and shows one of 512 while they start. */
const defaultIcons = [
  { src: "/apple-touch-icon.png", sizes: "180x180", type: "image/png" },
  { src: "/static/icon-192.png", sizes: "192x192", type: "image/png" },
  { src: "/static/icon-512.png", sizes: "512x512", type: "image/png" },
  { src: "/static/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
];

export const webAppRoutes = new Hono<AppEnv>()
  .get(
    "/service-worker.js",
    deploymentResponse(async () => {
      const { body, headers } = text(serviceWorker, "text/javascript");
      return { body, headers: { ...headers, "Content-Security-Policy": workerPolicy } };
    }),
  )
  .get(
    "/manifest.webmanifest",
    publicResponse({ clock: "day" }, async (c) => {
      const language = toLanguage(c.req.query("lang"));
      const settings = await readSettings(c.var.db);
      const { serviceName, backgroundColor } = settings;
      await loadTexts(language);
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
        icons: manifestIcons(await readOwnTouchIcon(c.env, settings)),
      };
      return text(JSON.stringify(manifest), "application/manifest+json");
    }),
  );

function manifestIcons(own: { width: number; height: number } | undefined) {
  if (!own) return defaultIcons;
  return [{ src: "/apple-touch-icon.png", sizes: `${own.width}x${own.height}`, type: "image/png" }];
}
