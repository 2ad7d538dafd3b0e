import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../env.ts";
import { describe } from "../openapi/call.ts";

/**
 * Stands before `idempotent`, so that a repeat's answer has it too: a 201 names the address of what it created.
 * @param idField of the answer
 * @param collection the path that it is found below; that of the POST unless told
 */
export function location(idField: string, collection?: string): MiddlewareHandler<AppEnv> {
  const handler: MiddlewareHandler<AppEnv> = async (c, next) => {
    await next();
    if (c.res.status !== 201) return;
    const created = await c.res.clone().json<Record<string, unknown>>();
    c.header("Location", `${collection ?? c.req.path}/${created[idField]}`);
  };
  describe(handler, {
    headers: [{ name: "Location", description: "The address of the created item.", required: true }],
  });
  return handler;
}
