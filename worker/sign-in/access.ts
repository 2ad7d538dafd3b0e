import type { MiddlewareHandler } from "hono";
import { publicAnswer } from "../cache/public-answer.ts";
import type { AppEnv } from "../env.ts";
import { admin } from "./admin.ts";
import { apiKey } from "./api-key.ts";

/** Lets the same routes serve the console, visitors and scripts. */
export interface Access {
  mayRead: MiddlewareHandler<AppEnv>;
  mayWrite: MiddlewareHandler<AppEnv>;
}

/** Under /api, everyone reads and administrators write. */
export const openAccess: Access = { mayRead: publicAnswer, mayWrite: admin };

/** Under /api/v0, an API key needs the scope. */
export const keyAccess: Access = { mayRead: apiKey("read"), mayWrite: apiKey("notices") };
