import { build } from "../../../tools/build/build.ts";
import { Miniflare } from "../../../tools/start/miniflare.ts";
import { startSession } from "../../../tools/start/user-pool.ts";
import { adminPages, type Vars } from "../../../tools/start/workers.ts";
import { startFakeCognito, type User } from "../fakes/fake-cognito.ts";
import { userPoolClientID, userPoolID } from "../fakes/fake-token-issuer.ts";
import { startDaymark } from "../starters/daymark.ts";
import { storedSession } from "./console-session.ts";

export type Console = Awaited<ReturnType<typeof startConsole>>;

/** Starts the console and its API with a fake Cognito, so that users sign in with SRP. */
export async function startConsole() {
  await build(["worker", "admin", "admin-functions"]);
  const daymark = await startDaymark({ build: "worker" });
  const pool = await startFakeCognito(daymark.token);
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
    /** Returns a new session as the console stores it. With the form and SRP, a sign-in takes a second of CPU time. */
    async sessionOf(user: User) {
      const tokens = await startSession({ endpoint: pool.endpoint, clientID: userPoolClientID }, user);
      return storedSession(userPoolClientID, tokens);
    },
    async stop() {
      await Promise.all([admin.stop(), pool.stop(), daymark.stop()]);
    },
  };
}

/** Starts the console's Pages project alone. */
export async function startAdminPages(vars: Vars) {
  const admin = new Miniflare({ cf: false, workers: [await adminPages(0, vars)] });
  await admin.ready;
  const { origin } = await admin.unsafeGetDirectURL("admin");
  return { url: origin.replace("127.0.0.1", "localhost"), stop: () => admin.dispose() };
}
