import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../env.ts";
import { describe } from "./call.ts";

/** Put it before `idempotent`, so that a repeated request gets the header too. */
export function location(idField: string, collectionPath?: string): MiddlewareHandler<AppEnv> {
  const handler: MiddlewareHandler<AppEnv> = async (c, next) => {
    await next();
    if (c.res.status !== 201) return;
    const created = await c.res.clone().json<Record<string, unknown>>();
    c.header("Location", `${collectionPath ?? c.req.path}/${created[idField]}`);
  };
  describe(handler, {
    headers: [{ name: "Location", description: "The address of the created item.", required: true }],
  });
  return handler;
}
