import { type ClientResponse, hc } from "hono/client";
import { Miniflare } from "miniflare";
import type { Api } from "../../worker/api.ts";
import { migrate } from "../../worker/local/migrations.ts";
import { daymarkWorker, type Vars } from "../../worker/local/workers.ts";
import { startUserPool, userPoolClientID, userPoolID } from "./user-pool.ts";

interface Options {
  /** `faulty-worker` is the Worker with faults on demand: see faulty-worker.ts. */
  build?: "worker" | "faulty-worker";
  /** Variables other than wrangler.toml's. */
  vars?: Vars;
}

export type Daymark = Awaited<ReturnType<typeof startDaymark>>;

/** The built Worker in workerd, on an empty D1 and R2 of its own, with a user pool that signs what a test asks for. */
export async function startDaymark({ build = "worker", vars = {} }: Options = {}) {
  const pool = await startUserPool();
  const logs: string[] = [];
  const mf = new Miniflare({
    cf: false,
    handleStructuredLogs: ({ message }) => logs.push(message),
    workers: [
      await daymarkWorker(
        {
          USER_POOL_ID: userPoolID,
          USER_POOL_CLIENT_ID: userPoolClientID,
          USER_POOL_ENDPOINT: pool.endpoint,
          ...vars,
        },
        { build },
      ),
    ],
  });
  const db = await mf.getD1Database("DB");
  await migrate(db);
  const url = (await mf.unsafeGetDirectURL("daymark")).origin;

  return {
    url,
    /** Plain HTTP, for what the typed clients can not say; redirects are not followed. */
    fetch: (path: string, init?: RequestInit) => fetch(new URL(path, url), { redirect: "manual", ...init }),
    /** An id token of an administrator, good unless the claims or the header given spoil it. */
    token: pool.token,
    poolKeys: pool.keys,
    issuer: pool.issuer,
    administrator: hc<Api>(url, { headers: async () => ({ Authorization: await pool.token() }) }).api,
    visitor: hc<Api>(url).api,
    db,
    /** What the Worker wrote to its log, a line each. */
    logs,
    files: await mf.getR2Bucket("FILES"),
    async stop() {
      await mf.dispose();
      await pool.stop();
    },
  };
}

/** The JSON of an answer that has to be a success. */
export async function answer<T>(
  response: ClientResponse<T> | Promise<ClientResponse<T>>,
): Promise<Succeeded<T>> {
  const got = await response;
  if (!got.ok) throw new Error(`${got.status} ${got.url}\n${await got.text()}`);
  return (await got.json()) as Succeeded<T>; // `ok` has ruled the others out
}

/** Of the answers that a route can give, those that are not a refusal. */
type Succeeded<T> = Exclude<T, { errorMessage: string }>;
