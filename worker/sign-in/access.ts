import type { MiddlewareHandler } from "hono";
import { publicAnswer } from "../cache/public-answer.ts";
import type { AppEnv } from "../env.ts";
import { admin } from "./admin.ts";
import { apiKey } from "./api-key.ts";

/** Who may read and who may write, so that the same routes serve the console, visitors and scripts. */
export interface Access {
  mayRead: MiddlewareHandler<AppEnv>;
  mayWrite: MiddlewareHandler<AppEnv>;
}

/** /api: everybody reads, administrators write. */
export const openAccess: Access = { mayRead: publicAnswer, mayWrite: admin };

/** /api/v0: whoever holds an API key with the scope for it. */
export const keyAccess: Access = { mayRead: apiKey("read"), mayWrite: apiKey("notices") };
