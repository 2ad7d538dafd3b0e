import type { MiddlewareHandler } from "hono";
import type * as z from "zod";
import type { AppEnv } from "../env.ts";
import { requireQueryText } from "../http/query-text.ts";
import type { NeededScope } from "../settings/domain.ts";
import type { Effect } from "../storage/db.ts";
import type { OperationText } from "./operation-text.ts";
import type { JSONSchema, ResponseHeader } from "./schema.ts";

/** A query parameter or a header of a call. */
export interface DescribedParameter {
  name: string;
  in: "query" | "header";
  description: string;
  required?: true;
  schema: JSONSchema;
  /** If the value is JSON, the schema of that JSON. */
  json?: z.ZodType;
}

/** What a middleware contributes to the description of the calls that use it. */
export interface CallDescription {
  text?: OperationText;
  /** What its writes affect, of a call that declares them. */
  writes?: Effect[];
  /** Without it, anyone can call and credentials are not checked. */
  access?: "administrator" | "API key" | "visitor";
  scope?: NeededScope;
  parameters?: DescribedParameter[];
  body?: z.ZodType;
  /** Replaces `body` in the description if the handler checks more than the schema says. */
  describedBody?: z.ZodType;
  maxBytes?: number;
  /** The fields of an HTML form. The description leaves it out. */
  form?: z.ZodType;
  bodyIsOptional?: true;
  /** By status: a JSON schema, a list of media types, or null for no body. */
  answers?: Record<number, z.ZodType | string[] | null>;
  /** Response headers, which a 304 does not have. */
  headers?: ResponseHeader[];
  refuses?: number[];
}

const descriptions = new WeakMap<object, CallDescription>();

/** Adds to the API description of every call that uses the middleware. */
export function describe(middleware: object, description: CallDescription): void {
  descriptions.set(middleware, description);
}

export function descriptionOf(middleware: object): CallDescription {
  return descriptions.get(middleware) ?? {};
}

/** Describes a route's call. It also refuses query parameters that are longer than described. */
export function call(
  text: OperationText,
  answers: NonNullable<CallDescription["answers"]>,
  more: Omit<CallDescription, "text" | "answers"> = {},
): MiddlewareHandler<AppEnv> {
  const limits = (more.parameters ?? []).flatMap(({ name, in: where, schema: { maxLength } }) =>
    where === "query" && maxLength !== undefined ? [{ name, maxLength }] : [],
  );
  const described: MiddlewareHandler<AppEnv> = (c, next) => {
    for (const { name, maxLength } of limits) requireQueryText(c.req, name, maxLength);
    return next();
  };
  describe(described, {
    ...more,
    text,
    answers,
    ...(limits.length > 0 && { refuses: [...(more.refuses ?? []), 400] }),
  });
  return described;
}
