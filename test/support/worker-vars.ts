import type { Vars } from "../../tools/start/workers.ts";
import { secretKey } from "./subscription-links.ts";
import { userPoolClientID, userPoolID } from "./user-pool.ts";

/** What each Worker of a test or a bench needs, beside wrangler.toml's. */
export function workerVars(pool: { endpoint: string }): Vars {
  return {
    USER_POOL_ID: userPoolID,
    USER_POOL_CLIENT_ID: userPoolClientID,
    USER_POOL_ENDPOINT: pool.endpoint,
    SECRET_KEY: secretKey,
  };
}
