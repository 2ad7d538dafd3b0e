import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { signIn, startUserPool } from "../../tools/start/user-pool.ts";
import type { RuntimeSettings } from "../../web/admin/runtime-settings.ts";
import { startDaymark } from "../support/daymark.ts";
import { freePorts } from "../support/free-ports.ts";
import { addCalls, addSubscribers } from "../support/subscribers.ts";
import { startTurnstile } from "../support/turnstile.ts";
import { userPoolClientID, userPoolID } from "../support/user-pool.ts";

// Runs Daymark outside of the browser's globals; see daymark.ts beside this file.

export interface Ordered {
  /** `signing`: tokens with the claims that a test asks for. `local`: the pool of `npm start`, where people sign in. */
  userPool: "signing" | "local";
  /** Whether the Worker has a key to AWS, whose mail service is there; it has unless told. */
  awsKey?: boolean;
}
export type Asked =
  | { ask: "token"; id: number; claims: Record<string, unknown> }
  | { ask: "tick"; minute: string }
  | { ask: "subscribe"; emailAddress: string }
  | { ask: "flood" }
  | { ask: "stop" };
export type Told =
  | { told: "started"; settings: RuntimeSettings }
  | { told: "token"; id: number; token: string };

const noKey = { AWS_ACCESS_KEY_ID: "", AWS_SECRET_ACCESS_KEY: "" };
const { userPool, awsKey = true }: Ordered = workerData;
const { token, settings, tick, db, stop } = await (userPool === "local"
  ? withLocalPool()
  : withSigningPool());

parentPort?.on("message", async (asked: Asked) => {
  if (asked.ask === "token") {
    tell({ told: "token", id: asked.id, token: await token(asked.claims) });
  } else if (asked.ask === "tick") {
    await tick(asked.minute);
  } else if (asked.ask === "subscribe") {
    await addSubscribers({ db }, [{ emailAddress: asked.emailAddress }]);
  } else if (asked.ask === "flood") {
    await addCalls({ db }, { count: 60, until: Date.now(), apart: 100 });
  } else {
    await stop();
    parentPort?.close();
  }
});
tell({ told: "started", settings });

async function withSigningPool() {
  const [port = 0] = await freePorts(1);
  // Where the console reads metrics' day files.
  const turnstile = await startTurnstile();
  const daymark = await startDaymark({
    port,
    vars: { STATUS_PAGE_URL: `http://127.0.0.1:${port}`, ...turnstile.vars, ...(!awsKey && noKey) },
  });
  const settings = { apiURL: daymark.url, userPoolID, clientID: userPoolClientID };
  const stop = () => Promise.all([daymark.stop(), turnstile.stop()]);
  return { token: daymark.token, settings, tick: daymark.tick, db: daymark.db, stop };
}

async function withLocalPool() {
  const folder = await mkdtemp(join(tmpdir(), "daymark-user-pool-"));
  const [port = 0] = await freePorts(1);
  const pool = await startUserPool({ folder, port, consoleOrigin: "http://localhost:3000" });
  const daymark = await startDaymark({
    vars: {
      USER_POOL_ID: pool.poolID,
      USER_POOL_CLIENT_ID: pool.clientID,
      USER_POOL_ENDPOINT: pool.endpoint,
    },
  });
  const settings: RuntimeSettings = {
    apiURL: daymark.url,
    userPoolID: pool.poolID,
    clientID: pool.clientID,
    userPoolEndpoint: pool.endpoint,
    authenticationFlow: "USER_PASSWORD_AUTH",
  };
  async function stop() {
    await daymark.stop();
    await pool.stop();
    await rm(folder, { recursive: true, force: true });
  }
  return { token: () => signIn(pool), settings, tick: daymark.tick, db: daymark.db, stop };
}

function tell(told: Told): void {
  parentPort?.postMessage(told);
}
