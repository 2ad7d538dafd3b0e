import { Hono } from "hono";
import { body } from "../body.ts";
import { forgetPublic, publicAnswer } from "../cache.ts";
import type { AppEnv } from "../env.ts";
import { admin } from "../sign-in/admin.ts";
import { type PublicSettings, type Settings, SettingsChange } from "./schema.ts";
import { changeSettings, readSettings } from "./store.ts";

type Stored = Awaited<ReturnType<typeof readSettings>>;

export const settingsRoutes = new Hono<AppEnv>()
  .get("/", admin, async (c) => c.json(whole(c.env, await readSettings(c.var.db)), 200))
  .patch("/", admin, body(SettingsChange), async (c) => {
    const changed = await changeSettings(c.var.db, c.req.valid("json"));
    forgetPublic(c);
    return c.json(whole(c.env, changed), 200);
  });

export const publicSettingsRoutes = new Hono<AppEnv>().get("/", publicAnswer, async (c) =>
  c.json(visible(c.env, await readSettings(c.var.db)), 200),
);

function visible(env: Env, { serviceName, backgroundColor }: Stored): PublicSettings {
  return { serviceName, backgroundColor, statusPageURL: env.STATUS_PAGE_URL };
}

function whole(env: Env, stored: Stored): Settings {
  return { ...visible(env, stored), adminPageURL: env.ADMIN_PAGE_URL };
}
