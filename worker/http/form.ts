import type { MiddlewareHandler } from "hono";
import type * as z from "zod";
import type { AppEnv } from "../env.ts";
import { describe } from "../openapi/call.ts";
import { MAX_SUBSCRIBE_BYTES } from "./body.ts";
import { Refusal } from "./errors.ts";
import { readBody } from "./read-body.ts";

/** Reads what a page's own form sends and checks it. Answers 400 for anything else, or 413. */
export function form<T extends z.ZodType>(
  schema: T,
): MiddlewareHandler<AppEnv, string, { in: { form: z.input<T> }; out: { form: z.output<T> } }> {
  const checking: ReturnType<typeof form<T>> = async (c, next) => {
    const bytes = await readBody(c.req.raw, MAX_SUBSCRIBE_BYTES);
    const checked = schema.safeParse(await fields(bytes, c.req.header("Content-Type")));
    if (!checked.success) throw notTheForm(checked.error);
    c.req.addValidatedData("form", checked.data as object); // every schema here is an object's
    await next();
  };
  describe(checking, { form: schema });
  return checking;
}

/** Each field's value, or a list of those of a field that is sent more than once. */
async function fields(bytes: ArrayBuffer, type: string | undefined): Promise<Record<string, unknown>> {
  if (type === undefined || bytes.byteLength === 0) return {};
  const sent = await new Response(bytes, { headers: { "Content-Type": type } })
    .formData()
    .catch((cause: unknown) => {
      throw notTheForm(cause);
    });
  const byName = Map.groupBy(sent, ([name]) => name);
  return Object.fromEntries(
    [...byName].map(([name, entries]) => {
      const values = entries.map(([, value]) => value);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}

function notTheForm(cause: unknown): Refusal {
  return new Refusal(400, "The form could not be read. Nothing was changed. Go back and try again.", {
    cause,
  });
}
