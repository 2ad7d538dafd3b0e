import type { MiddlewareHandler } from "hono";
import { every } from "hono/combine";
import type * as z from "zod";
import type { AppEnv } from "../env.ts";
import type { OperationText } from "../openapi/operation-text.ts";
import type { JSONSchema, ResponseHeader } from "../openapi/schema.ts";
import type { NeededScope } from "../settings/domain.ts";
import type { Effect } from "../storage/db.ts";
import type { AuditRule } from "../writes/audit/domain.ts";
import { requireQueryText } from "./lists/query-text.ts";

export interface DescribedParameter {
  name: string;
  in: "query" | "header";
  description: string;
  required?: true;
  schema: JSONSchema;
  /** If the value is JSON, the schema of that JSON. */
  json?: z.ZodType;
}

/** Each status has a JSON schema, a list of media types, or null for no body. */
export type Responses = Record<number, z.ZodType | string[] | null>;

export interface CallDescription {
  text?: OperationText;
  writes?: Effect[];
  audit?: AuditRule;
  /** Otherwise, its writes are refused while an archive is restored. */
  writesWhileRestoring?: true;
  /** Anyone can call without it, and credentials are not checked. */
  access?: "administrator" | "API key" | "visitor";
  scope?: NeededScope;
  parameters?: DescribedParameter[];
  body?: z.ZodType;
  /** Replaces `body` in the description if the middleware checks more than the schema says. */
  describedBody?: z.ZodType;
  maxBytes?: number;
  /** The fields of an HTML form. The description leaves it out. */
  form?: z.ZodType;
  bodyIsOptional?: true;
  responses?: Responses;
  /** Replaces `responses` where visitors read, so that schemas are loaded with the API's description and not with the first page. */
  loadResponses?: () => Promise<Responses>;
  /** Response headers, which a 304 does not have. */
  headers?: ResponseHeader[];
  errorStatuses?: number[];
}

const descriptions = new WeakMap<object, CallDescription>();

/** Adds to the description of every call that uses this middleware. */
export function describe(middleware: object, description: CallDescription): void {
  descriptions.set(middleware, description);
}

export function descriptionOf(middleware: object): CallDescription {
  return descriptions.get(middleware) ?? {};
}

export type MergedDescription = CallDescription &
  Required<Pick<CallDescription, "parameters" | "headers" | "responses" | "errorStatuses">>;

export function mergeDescriptions(parts: CallDescription[]): MergedDescription {
  const parameters = parts.flatMap((description) => description.parameters ?? []);
  return {
    ...Object.assign({}, ...parts),
    // Two middlewares can describe the same parameter, for example If-None-Match.
    parameters: [...new Map(parameters.map((each) => [`${each.in} ${each.name}`, each])).values()],
    headers: parts.flatMap(({ headers = [] }) => headers),
    responses: Object.assign({}, ...parts.map(({ responses }) => responses)),
    errorStatuses: parts.flatMap(({ errorStatuses = [] }) => errorStatuses),
  };
}

/** Several middlewares as one, because Hono has types for ten handlers of a route at most. */
export function inOrder(...middlewares: MiddlewareHandler<AppEnv>[]): MiddlewareHandler<AppEnv> {
  const middleware: MiddlewareHandler<AppEnv> = every(...middlewares);
  describe(middleware, mergeDescriptions(middlewares.map(descriptionOf)));
  return middleware;
}

/** Describes a route's call, and rejects query parameters that are longer than described. */
export function call(
  text: OperationText,
  responses: Responses | (() => Promise<Responses>),
  options: Omit<CallDescription, "text" | "responses" | "loadResponses"> = {},
): MiddlewareHandler<AppEnv> {
  const lengthLimits = (options.parameters ?? []).flatMap(({ name, in: where, schema: { maxLength } }) =>
    where === "query" && maxLength !== undefined ? [{ name, maxLength }] : [],
  );
  const middleware: MiddlewareHandler<AppEnv> = (c, next) => {
    for (const { name, maxLength } of lengthLimits) requireQueryText(c.req, name, maxLength);
    return next();
  };
  describe(middleware, {
    ...options,
    text,
    ...(typeof responses === "function" ? { loadResponses: responses } : { responses }),
    ...(lengthLimits.length > 0 && { errorStatuses: [...(options.errorStatuses ?? []), 400] }),
  });
  return middleware;
}
