import { Hono } from "hono";
import { publicResponse } from "../cache/public-response.ts";
import type { AppEnv } from "../env.ts";
import { call } from "../http/call.ts";
import { pageNotFound } from "../http/not-found.ts";
import { json } from "../http/rendered.ts";
import { publicSettingsOperations } from "./public-operations.ts";
import { readLogo } from "./read-logo.ts";
import type { PublicSettings } from "./schema.ts";
import { readSettings, type StoredSettings } from "./store.ts";

export const publicSettingsRoutes = new Hono<AppEnv>().get(
  "/",
  call(publicSettingsOperations.getPublicSettings, async () => ({
    200: (await import("./schema.ts")).PublicSettings,
  })),
  publicResponse({ clock: "day" }, async (c) =>
    json(publicSettingsResponse(c.env, await readSettings(c.var.db))),
  ),
);

function publicSettingsResponse(env: Env, stored: StoredSettings): PublicSettings {
  const { serviceName, backgroundColor, logoID, emailEnabled, endpointsEnabled, privacyNoticeURL } = stored;
  const statusPageURL = env.STATUS_PAGE_URL;
  return {
    serviceName,
    backgroundColor,
    logoID,
    emailEnabled,
    endpointsEnabled,
    privacyNoticeURL,
    statusPageURL,
    // Graphs load their points from this origin.
    dataHost: statusPageURL,
  };
}

/** Every upload gets a new address, so the response can be cached permanently. */
export const logoRoutes = new Hono<AppEnv>().get(
  "/:name",
  call(publicSettingsOperations.getLogo, { 200: ["image/png", "image/jpeg"] }, { errorStatuses: [404] }),
  async (c) => {
    const logo = await readLogo(c.env, c.req.param("name"));
    if (!logo) throw pageNotFound();
    return c.body(logo.body, 200, {
      "Content-Type": logo.httpMetadata?.contentType ?? "application/octet-stream",
      "Cache-Control": "public, max-age=31536000, immutable",
      // The console looks whether it can be seen on the header.
      "Access-Control-Allow-Origin": "*",
      ETag: logo.httpEtag,
    });
  },
);
