import type { Db } from "./db.ts";

/** What every route can reach: the bindings of wrangler.toml and what api.ts puts beside them. */
export interface AppEnv {
  Bindings: Env;
  Variables: { db: Db; requestId: string; moving?: true };
}
