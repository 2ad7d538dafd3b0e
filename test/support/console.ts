import { Miniflare } from "miniflare";
import { build } from "../../worker/local/build.ts";
import { adminPages } from "../../worker/local/workers.ts";
import { startDaymark } from "./daymark.ts";
import { startStandInPool } from "./stand-in-pool.ts";
import { userPoolClientID, userPoolID } from "./user-pool.ts";

export type Console = Awaited<ReturnType<typeof startConsole>>;

/** The console and its API, with the stand-in as their user pool: people sign in with SRP. */
export async function startConsole() {
  await build(["worker", "admin", "admin-functions"]);
  const daymark = await startDaymark();
  const pool = await startStandInPool(daymark.token);
  const admin = new Miniflare({
    cf: false,
    workers: [
      await adminPages(0, {
        API_URL: onLocalhost(daymark.url),
        USER_POOL_ID: userPoolID,
        USER_POOL_CLIENT_ID: userPoolClientID,
        USER_POOL_ENDPOINT: pool.endpoint,
      }),
    ],
  });
  await admin.ready;
  return {
    url: onLocalhost((await admin.unsafeGetDirectURL("admin")).origin),
    daymark,
    pool,
    async stop() {
      await Promise.all([admin.dispose(), pool.stop(), daymark.stop()]);
    },
  };
}

/** The page's Content-Security-Policy lets it reach that name alone without https. */
function onLocalhost(origin: string): string {
  return origin.replace("127.0.0.1", "localhost");
}
