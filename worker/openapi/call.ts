import type { MiddlewareHandler } from "hono";
import type * as z from "zod";
import type { AppEnv } from "../env.ts";
import { requireQueryText } from "../http/query-text.ts";
import type { NeededScope } from "../settings/domain.ts";
import type { OperationText } from "./operation-text.ts";
import type { JSONSchema, ResponseHeader } from "./schema.ts";

/** A parameter outside the path. */
export interface StatedParameter {
  name: string;
  in: "query" | "header";
  description: string;
  required?: true;
  schema: JSONSchema;
  /** Where the value is JSON: what it holds. */
  json?: z.ZodType;
}

/** What a middleware adds to the description of each call that it stands in. */
export interface Facts {
  text?: OperationText;
  /** Without any, everybody may call and no credentials are looked at. */
  access?: "administrator" | "API key" | "visitor";
  /** What an API key has to be allowed to do. */
  scope?: NeededScope;
  parameters?: StatedParameter[];
  body?: z.ZodType;
  /** What the description says of the body, where more is checked than its schema holds. */
  describedBody?: z.ZodType;
  maxBytes?: number;
  /** What a page's form sends; not part of the API's description. */
  form?: z.ZodType;
  bodyIsOptional?: true;
  /** By status: a schema of JSON, the media types of something else, or null for no body. */
  answers?: Record<number, z.ZodType | string[] | null>;
  /** Headers of the answers, 304 apart. */
  headers?: ResponseHeader[];
  /** The statuses of refusals, which all have one shape. */
  refuses?: number[];
}

const stated = new WeakMap<object, Facts>();

/** Has the API's description say this of every call that the middleware stands in. */
export function states(middleware: object, facts: Facts): void {
  stated.set(middleware, facts);
}

export function factsOf(middleware: object): Facts {
  return stated.get(middleware) ?? {};
}

/**
 * Stands in a route to say what it does and answers; the route's other middlewares speak for themselves. Refuses query
 * parameters that are longer than it says, or no text.
 */
export function call(
  text: OperationText,
  answers: NonNullable<Facts["answers"]>,
  more: Omit<Facts, "text" | "answers"> = {},
): MiddlewareHandler<AppEnv> {
  const limits = (more.parameters ?? []).flatMap(({ name, in: where, schema: { maxLength } }) =>
    where === "query" && maxLength !== undefined ? [{ name, maxLength }] : [],
  );
  const described: MiddlewareHandler<AppEnv> = (c, next) => {
    for (const { name, maxLength } of limits) requireQueryText(c.req, name, maxLength);
    return next();
  };
  states(described, {
    ...more,
    text,
    answers,
    ...(limits.length > 0 && { refuses: [...(more.refuses ?? []), 400] }),
  });
  return described;
}
