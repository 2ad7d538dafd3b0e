import type { Vars } from "../../../tools/start/workers.ts";
import { secretKey } from "../factories/subscription-links.ts";
import { userPoolClientID, userPoolID } from "../fakes/fake-token-issuer.ts";

/** The variables that a Worker of a test or benchmark needs beside those of wrangler.toml. */
export function workerVars(pool: { endpoint: string }): Vars {
  return {
    USER_POOL_ID: userPoolID,
    USER_POOL_CLIENT_ID: userPoolClientID,
    USER_POOL_ENDPOINT: pool.endpoint,
    SECRET_KEY: secretKey,
  };
}
