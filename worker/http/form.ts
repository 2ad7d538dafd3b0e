import type { MiddlewareHandler } from "hono";
import type * as z from "zod";
import type { AppEnv } from "../env.ts";
import { MAX_SUBSCRIBE_BYTES } from "./body.ts";
import { describe } from "./call.ts";
import { HttpError } from "./errors.ts";
import { readBody } from "./read-body.ts";

export function form<T extends z.ZodType>(
  schema: T,
): MiddlewareHandler<AppEnv, string, { in: { form: z.input<T> }; out: { form: z.output<T> } }> {
  const handler: ReturnType<typeof form<T>> = async (c, next) => {
    const bytes = await readBody(c.req.raw, MAX_SUBSCRIBE_BYTES);
    const result = schema.safeParse(await fields(bytes, c.req.header("Content-Type")));
    if (!result.success) throw invalidForm(result.error);
    c.req.addValidatedData("form", result.data as object); // every schema is an object's
    await next();
  };
  describe(handler, { form: schema });
  return handler;
}

async function fields(bytes: ArrayBuffer, type: string | undefined): Promise<Record<string, unknown>> {
  if (type === undefined || bytes.byteLength === 0) return {};
  const formData = await new Response(bytes, { headers: { "Content-Type": type } })
    .formData()
    .catch((cause: unknown) => {
      throw invalidForm(cause);
    });
  const byName = Map.groupBy(formData, ([name]) => name);
  return Object.fromEntries(
    [...byName].map(([name, entries]) => {
      const values = entries.map(([, value]) => value);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}

function invalidForm(cause: unknown): HttpError {
  return new HttpError(400, "The form could not be read. Nothing was changed. Go back and try again.", {
    cause,
  });
}
