import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { ZodError } from "zod";
import type { AppEnv } from "../env.ts";
import { EndpointError } from "./endpoint.ts";
import { logLine } from "./log.ts";
import type { ErrorAnswer } from "./schema.ts";
import "./validation-messages.ts";

/** Thrown where a request is refused; `refusal()` alone turns it into an answer. */
export class Refusal extends Error {
  readonly status: ContentfulStatusCode;
  readonly errors: ErrorAnswer["errors"];
  readonly current: unknown;
  readonly headers: Record<string, string>;

  constructor(
    status: ContentfulStatusCode,
    message: string,
    more: Partial<Pick<ErrorAnswer, "errors" | "current">> & {
      headers?: Record<string, string>;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: more.cause });
    this.status = status;
    this.errors = more.errors;
    this.current = more.current;
    this.headers = more.headers ?? {};
  }
}

/** @param what its kind, and nothing of what was sent: unknown, deleted and malformed ids are answered alike */
export function notFound(what: string): Refusal {
  return new Refusal(404, `There is no such ${what}. It may have been deleted.`);
}

/** A query parameter that is not as it has to be. */
export function invalidQuery(path: string, message: string): Refusal {
  return new Refusal(400, message, { errors: [{ path, message }] });
}

/** @param current what is stored now, for the client to show what changed */
export function conflict(current: unknown): Refusal {
  return new Refusal(409, "Someone else just changed this. Your changes aren't saved yet.", {
    current,
  });
}

export function unavailable(cause: unknown): Refusal {
  return new Refusal(503, "The service is temporarily unavailable. Please try again in a few seconds.", {
    headers: { "Retry-After": "5" },
    cause,
  });
}

/** Any error as the refusal that it stands for; what nobody foresaw is logged and becomes a 500. */
export function refusal(error: unknown, c: Context<AppEnv>): Refusal {
  if (error instanceof Refusal) {
    if (error.status >= 500) logLine("error", c, { status: error.status, error: describeError(error) });
    return error;
  }
  const causes = describeError(error);
  if (error instanceof ZodError) {
    // Input that was not checked by `body()` or `form()`, which is for us to mend.
    logLine("error", c, { status: 400, error: causes });
    return invalidInput(error);
  }
  if (causes.includes("FOREIGN KEY constraint failed")) {
    return new Refusal(
      409,
      "Something that this refers to was just deleted. Nothing was saved. Reload and try again.",
    );
  }
  // D1's errors begin so, R2's name the call and end with a number.
  const known =
    error instanceof EndpointError ||
    /D1_|Network connection lost|internal error; reference|\b(get|put|head|list|delete): .*\(\d+\)/.test(
      causes,
    );
  logLine("error", c, { status: known ? 503 : 500, error: causes });
  if (known) return unavailable(error);
  return new Refusal(500, `Something went wrong. The logs have the details under ${c.var.requestId}.`);
}

/** Nobody reads more, and a body of 1 MiB can have a hundred thousand. */
const MAX_REASONS = 100;

export function errorAnswer({ message, errors, current }: Refusal): ErrorAnswer {
  const isCut = errors !== undefined && errors.length > MAX_REASONS;
  return {
    errorMessage: isCut
      ? `${message} Only the first ${MAX_REASONS} of ${errors.length.toLocaleString("en")} reasons are listed.`
      : message,
    ...(errors && { errors: errors.slice(0, MAX_REASONS) }),
    ...(current !== undefined && { current }),
  };
}

/** Under /api/v0 there is always a list, which existing clients read. */
export function errorAnswerV0(refused: Refusal): ErrorAnswer {
  return { errors: [{ message: refused.message }], ...errorAnswer(refused) };
}

/**
 * What zod found wrong with input, as an answer: every reason with its path.
 * @param within where the input stands in what was sent
 */
export function invalidInput({ issues }: ZodError, within: string[] = []): Refusal {
  const errors = issues.map(({ path, message }) => ({ path: [...within, ...path].join("."), message }));
  const sentences = [...new Set(errors.map(({ message }) => message))].slice(0, 3);
  return new Refusal(400, sentences.join(" "), { errors });
}

/** Whether it or one of its causes says so. */
export function errorIncludes(error: unknown, words: string): boolean {
  return describeError(error).includes(words);
}

/**
 * The messages of an error and of its causes: drizzle and D1 wrap each other's. Without a statement's parameters, which
 * hold addresses and tokens.
 */
export function describeError(error: unknown): string {
  const messages = [];
  for (let at = error; at instanceof Error && messages.length < 5; at = at.cause) {
    messages.push(at.message.replace(/\nparams: .*/s, ""));
  }
  return messages.join(" <- ");
}
