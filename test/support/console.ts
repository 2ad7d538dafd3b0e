import { Miniflare } from "miniflare";
import { build } from "../../tools/build/build.ts";
import { adminPages, type Vars } from "../../tools/start/workers.ts";
import { startDaymark } from "./daymark.ts";
import { startStandInPool } from "./stand-in-pool.ts";
import { userPoolClientID, userPoolID } from "./user-pool.ts";

export type Console = Awaited<ReturnType<typeof startConsole>>;

/** The console and its API, with the stand-in as their user pool: people sign in with SRP. */
export async function startConsole() {
  await build(["worker", "admin", "admin-functions"]);
  const daymark = await startDaymark();
  const pool = await startStandInPool(daymark.token);
  const admin = await startAdminPages({
    API_URL: daymark.url,
    USER_POOL_ID: userPoolID,
    USER_POOL_CLIENT_ID: userPoolClientID,
    USER_POOL_ENDPOINT: pool.endpoint,
  });
  return {
    url: admin.url,
    daymark,
    pool,
    async stop() {
      await Promise.all([admin.stop(), pool.stop(), daymark.stop()]);
    },
  };
}

/** The console alone, with the variables of its project. */
export async function startAdminPages(vars: Vars) {
  const admin = new Miniflare({ cf: false, workers: [await adminPages(0, vars)] });
  await admin.ready;
  const { origin } = await admin.unsafeGetDirectURL("admin");
  return { url: origin.replace("127.0.0.1", "localhost"), stop: () => admin.dispose() };
}
