import type { Context, MiddlewareHandler } from "hono";
import type * as z from "zod";
import type { AppEnv } from "../env.ts";
import { describe } from "../openapi/call.ts";
import { KiB, MiB } from "../storage/domain.ts";
import { sha256 } from "../storage/hash.ts";
import { invalidInput, Refusal } from "./errors.ts";
import { parseJSON, trimStrings } from "./json.ts";
import { readBody } from "./read-body.ts";

/** Strings from anybody are read only up to here. */
export const MAX_SUBSCRIBE_BYTES = 16 * KiB;

interface Options {
  maxBytes?: number;
  /** What the API's description says of the body, where more is checked than its schema holds. */
  describedAs?: z.ZodType;
  /** For a body that is signed: its strings are not trimStrings. */
  isExact?: true;
  /** Runs on the text before it is parsed. Throws a Refusal. */
  precheck?: (text: string, env: Env) => void;
}

/** A JSON body as a route gets it, from `c.req.valid("json")`. */
type JSONBody<In extends object, Out> = MiddlewareHandler<AppEnv, string, { in: In; out: { json: Out } }>;

/**
 * Reads a JSON body and checks it. The declared type may be application/json, text/plain or missing, since
 * clients send all three. Answers 400 with every reason, 413 or 415. What stands before it in a route is checked
 * first, so a body is never read for a client without credentials.
 */
export function body<T extends z.ZodType>(
  schema: T,
  { maxBytes = MiB, precheck, describedAs, isExact }: Options = {},
): JSONBody<{ json: z.input<T> }, z.output<T>> {
  const checking: MiddlewareHandler<AppEnv> = async (c, next) => {
    refuseOtherTypes(c);
    const text = decode(await readBody(c.req.raw, maxBytes));
    precheck?.(text, c.env);
    await rememberBody(c, text);
    const sent = parse(text);
    accept(c, schema.safeParse(isExact ? sent : trimStrings(sent)));
    await next();
  };
  describe(checking, {
    body: schema,
    ...(describedAs && { describedBody: describedAs }),
    maxBytes,
    refuses: [400, 413, 415],
  });
  return checking;
}

/** As `body`; no body at all counts as `{}`, whatever type it is declared as. */
export function optionalBody<T extends z.ZodType>(schema: T): JSONBody<{ json?: z.input<T> }, z.output<T>> {
  const checking: MiddlewareHandler<AppEnv> = async (c, next) => {
    const text = decode(await readBody(c.req.raw, MiB));
    if (text !== "") refuseOtherTypes(c);
    await rememberBody(c, text);
    accept(c, schema.safeParse(text === "" ? {} : trimStrings(parse(text))));
    await next();
  };
  describe(checking, { body: schema, maxBytes: MiB, bodyIsOptional: true, refuses: [400, 413, 415] });
  return checking;
}

/** A repeat is the same request only with the same body. */
async function rememberBody(c: Context<AppEnv>, text: string): Promise<void> {
  if (c.req.header("Idempotency-Key") !== undefined) c.set("bodyHash", await sha256(text));
}

function refuseOtherTypes(c: Context<AppEnv>): void {
  const type = c.req.header("Content-Type")?.split(";", 1)[0]?.trim().toLowerCase();
  if (type && type !== "application/json" && type !== "text/plain") {
    throw new Refusal(415, "The body must be JSON, sent as application/json.");
  }
}

function accept(c: Context<AppEnv>, checked: z.ZodSafeParseResult<unknown>): void {
  if (!checked.success) throw invalidInput(checked.error);
  c.req.addValidatedData("json", checked.data as object); // every schema here is an object's
}

function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch (cause) {
    throw new Refusal(400, "The body is not valid UTF-8.", { cause });
  }
}

function parse(text: string): object {
  const value = parseJSON(text);
  if (value === undefined) throw new Refusal(400, "The body is not valid JSON.");
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new Refusal(400, "The body must be a JSON object.");
}
