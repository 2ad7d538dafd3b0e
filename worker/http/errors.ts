import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { ZodError } from "zod";
import type { AppEnv } from "../env.ts";
import { EndpointError } from "./endpoint.ts";
import { logLine } from "./log.ts";
import type { ErrorResponse } from "./schema.ts";

type More = Partial<Pick<ErrorResponse, "errors" | "current">> & {
  headers?: Record<string, string>;
  cause?: unknown;
  /** It is logged in place of a message that names a person. */
  logMessage?: string;
};

export class HttpError extends Error {
  readonly status: ContentfulStatusCode;
  readonly errors: ErrorResponse["errors"];
  readonly current: unknown;
  readonly headers: Record<string, string>;
  readonly logMessage: string;

  constructor(status: ContentfulStatusCode, message: string, more: More = {}) {
    super(message, { cause: more.cause });
    this.status = status;
    this.errors = more.errors;
    this.current = more.current;
    this.headers = more.headers ?? {};
    this.logMessage = more.logMessage ?? message;
  }
}

export function notFound(kind: string, whatHappened = "deleted"): HttpError {
  return new HttpError(404, `There is no such ${kind}. It may have been ${whatHappened}.`);
}

// Stores name what is wrong, and only this folder knows the numbers.

export const badRequest = (message: string, more?: More) => new HttpError(400, message, more);
export const unauthorized = (message: string, more?: More) => new HttpError(401, message, more);
export const forbidden = (message: string, more?: More) => new HttpError(403, message, more);
export const missingPage = (message: string) => new HttpError(404, message);
/** What is stored doesn't allow it. */
export const stateConflict = (message: string, more?: More) => new HttpError(409, message, more);
export const tooLate = (message: string) => new HttpError(410, message);
export const tooLarge = (message: string) => new HttpError(413, message);
export const unsupportedType = (message: string) => new HttpError(415, message);
export const differentRequest = (message: string, more?: More) => new HttpError(422, message, more);
export const tooManyRequests = (message: string, more?: More) => new HttpError(429, message, more);
export const badGateway = (message: string, more?: More) => new HttpError(502, message, more);
export const temporarilyUnavailable = (message: string, more?: More) => new HttpError(503, message, more);

/** Whether the sender has to change something. Too many requests and outages pass by themselves. */
export function isRefusal(error: unknown): boolean {
  return error instanceof HttpError && error.status < 500 && error.status !== 429;
}

/** @param path the field of the body, as in `components.0`, or the parameter of the query */
export function invalidField(path: string, message: string): HttpError {
  return badRequest(message, { errors: [{ path, message }] });
}

/** @param errors one for each ID in the body that doesn't exist */
export function refuseUnknownIDs(errors: { path: string; message: string }[]): void {
  const [first] = errors;
  if (first) throw new HttpError(400, first.message, { errors });
}

export function conflict(current: unknown): HttpError {
  return new HttpError(409, "Someone else just changed this. Your changes aren't saved yet.", {
    current,
  });
}

export function unavailable(cause: unknown): HttpError {
  return new HttpError(503, "The service is temporarily unavailable. Please try again in a few seconds.", {
    headers: { "Retry-After": "5" },
    cause,
  });
}

/** Messages of D1, R2 and the runtime. */
const outages = [
  /D1_/,
  // The local D1 passes on messages of SQLite, for example when its disk is full.
  /SQLITE_(?:FULL|IOERR|READONLY|BUSY|CORRUPT)/,
  /\b(?:get|put|head|list|delete): .*\(\d+\)/,
  /Network connection lost/,
  /internal error; reference/,
];

export function toHttpError(error: unknown, c: Context<AppEnv>): HttpError {
  if (error instanceof HttpError) {
    if (error.status >= 500) logLine("error", c, { status: error.status, error: describeError(error) });
    return error;
  }
  const causes = describeError(error);
  if (isZodError(error)) {
    // The route lacks `body()` or `form()`, so this is logged as a bug.
    logLine("error", c, { status: 400, error: causes });
    return invalidInput(error);
  }
  if (causes.includes("FOREIGN KEY constraint failed")) {
    return new HttpError(
      409,
      "Something that this refers to was just deleted. Nothing was saved. Reload and try again.",
    );
  }
  const isOutage = error instanceof EndpointError || outages.some((message) => message.test(causes));
  logLine("error", c, { status: isOutage ? 503 : 500, error: causes });
  if (isOutage) return unavailable(error);
  return new HttpError(500, `Something went wrong. The logs have the details under ${c.var.requestId}.`);
}

/** A body of 1 MiB can have 100,000 errors. */
const MAX_REASONS = 100;

export function errorResponse({ message, errors, current }: HttpError): ErrorResponse {
  const isTruncated = errors !== undefined && errors.length > MAX_REASONS;
  return {
    errorMessage: isTruncated
      ? `${message} Only the first ${MAX_REASONS} of ${errors.length.toLocaleString("en")} reasons are listed.`
      : message,
    ...(errors && { errors: errors.slice(0, MAX_REASONS) }),
    ...(current !== undefined && { current }),
  };
}

/** Existing clients of /api/v0 expect a list of errors. */
export function errorResponseV0(error: HttpError): ErrorResponse {
  return { errors: [{ message: error.message }], ...errorResponse(error) };
}

export function invalidInput({ issues }: Pick<ZodError, "issues">, parentPath: string[] = []): HttpError {
  const errors = issues.map(({ path, message }) => ({ path: [...parentPath, ...path].join("."), message }));
  const sentences = [...new Set(errors.map(({ message }) => message))].slice(0, 3);
  return new HttpError(400, sentences.join(" "), { errors });
}

/** Importing its class would load all of zod with the first page. */
function isZodError(error: unknown): error is ZodError {
  return error instanceof Error && error.name === "ZodError";
}

export function errorIncludes(error: unknown, text: string): boolean {
  return describeError(error).includes(text);
}

/** Joins the messages of an error and its causes, without a statement's parameters, which contain addresses and tokens. */
export function describeError(error: unknown): string {
  const messages = [];
  for (let cause = error; cause instanceof Error && messages.length < 5; cause = cause.cause) {
    messages.push(cause.message.replace(/\nparams: .*/s, ""));
  }
  return messages.join(" <- ");
}
