import type { MiddlewareHandler } from "hono";
import type * as z from "zod";
import type { AppEnv } from "./env.ts";
import { Refusal } from "./errors.ts";
import { states } from "./openapi/call.ts";

/**
 * Reads a JSON body and checks it. The declared type may be application/json, text/plain or missing, since
 * clients send all three. Answers 400 with every reason, or 415.
 */
export function body<T extends z.ZodType>(
  schema: T,
): MiddlewareHandler<AppEnv, string, { in: { json: z.input<T> }; out: { json: z.output<T> } }> {
  const checking: ReturnType<typeof body<T>> = async (c, next) => {
    const type = c.req.header("Content-Type")?.split(";")[0]?.trim().toLowerCase();
    if (type && type !== "application/json" && type !== "text/plain") {
      throw new Refusal(415, "The body must be JSON, sent as application/json.");
    }
    const checked = schema.safeParse(parse(await c.req.text()));
    if (!checked.success) throw refusedBody(checked.error);
    c.req.addValidatedData("json", checked.data as object); // every schema here is an object's
    await next();
  };
  states(checking, { body: schema, refuses: [400, 413, 415] });
  return checking;
}

function parse(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Refusal(400, "The body is not valid JSON.", { cause });
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new Refusal(400, "The body must be a JSON object.");
}

function refusedBody({ issues }: z.ZodError): Refusal {
  const errors = issues.map(({ path, message }) => ({ path: path.join("."), message }));
  const sentences = [...new Set(errors.map(({ message }) => message))].slice(0, 3);
  return new Refusal(400, sentences.join(" "), { errors });
}
