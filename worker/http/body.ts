import type { Context, MiddlewareHandler } from "hono";
import type * as z from "zod";
import type { AppEnv } from "../env.ts";
import { KiB, MiB } from "../shared/domain.ts";
import { sha256 } from "../shared/hash.ts";
import { describe } from "./call.ts";
import { HttpError, invalidInput } from "./errors.ts";
import { parseJSON, trimStrings } from "./json.ts";
import { readBody } from "./read-body.ts";

export const MAX_SUBSCRIBE_BYTES = 16 * KiB;

interface Options {
  maxBytes?: number;
  describedAs?: z.ZodType;
  /** Trimming would invalidate the signature of a signed body. */
  keepsWhitespace?: true;
  /** Throws before the text is parsed, for one that a stranger wrote. */
  precheck?: (text: string, c: Context<AppEnv>) => void | Promise<void>;
}

type JSONBody<In extends object, Out> = MiddlewareHandler<AppEnv, string, { in: In; out: { json: Out } }>;

/**
 * Validates a JSON body. Its type can be application/json, text/plain or missing, because clients send all three. Put it
 * after authentication, so that the body of a client without credentials is never read.
 */
export function body<T extends z.ZodType>(
  schema: T,
  { maxBytes = MiB, precheck, describedAs, keepsWhitespace }: Options = {},
): JSONBody<{ json: z.input<T> }, z.output<T>> {
  const handler: MiddlewareHandler<AppEnv> = async (c, next) => {
    requireJSONType(c);
    const text = decode(await readBody(c.req.raw, maxBytes));
    await precheck?.(text, c);
    await setBodyHash(c, text);
    const value = parse(text);
    setValidatedBody(c, schema.safeParse(keepsWhitespace ? value : trimStrings(value)));
    await next();
  };
  describe(handler, {
    body: schema,
    ...(describedAs && { describedBody: describedAs }),
    maxBytes,
    errorStatuses: [400, 413, 415],
  });
  return handler;
}

/** An empty body counts as `{}`, whatever its declared type. */
export function optionalBody<T extends z.ZodType>(schema: T): JSONBody<{ json?: z.input<T> }, z.output<T>> {
  const handler: MiddlewareHandler<AppEnv> = async (c, next) => {
    const text = decode(await readBody(c.req.raw, MiB));
    if (text !== "") requireJSONType(c);
    await setBodyHash(c, text);
    setValidatedBody(c, schema.safeParse(text === "" ? {} : trimStrings(parse(text))));
    await next();
  };
  describe(handler, { body: schema, maxBytes: MiB, bodyIsOptional: true, errorStatuses: [400, 413, 415] });
  return handler;
}

async function setBodyHash(c: Context<AppEnv>, text: string): Promise<void> {
  if (c.req.header("Idempotency-Key") !== undefined) c.set("bodyHash", await sha256(text));
}

function requireJSONType(c: Context<AppEnv>): void {
  const type = c.req.header("Content-Type")?.split(";", 1)[0]?.trim().toLowerCase();
  if (type && type !== "application/json" && type !== "text/plain") {
    throw new HttpError(415, "The body must be JSON, sent as application/json.");
  }
}

function setValidatedBody(c: Context<AppEnv>, result: z.ZodSafeParseResult<unknown>): void {
  if (!result.success) throw invalidInput(result.error);
  c.req.addValidatedData("json", result.data as object); // every schema is an object's
}

function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch (cause) {
    throw new HttpError(400, "The body is not valid UTF-8.", { cause });
  }
}

function parse(text: string): object {
  const value = parseJSON(text);
  if (value === undefined) throw new HttpError(400, "The body is not valid JSON.");
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new HttpError(400, "The body must be a JSON object.");
}
