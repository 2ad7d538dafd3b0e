import type { Context } from "hono";
import type { CallDescription } from "../openapi/call.ts";
import { invalidQuery } from "./errors.ts";
import { instant } from "./schema.ts";

/** Which entries of a list are wanted. */
export interface ListFilter<Status extends string = string> {
  status?: Status;
  /** The earliest `createdAt`. */
  since?: string;
}

/** What a call that lists something says of its parameters. */
export function listFilterDescription(statuses: readonly string[]) {
  return {
    parameters: [
      {
        name: "status",
        in: "query",
        description: "Returns only entries with this status.",
        schema: { type: "string", enum: [...statuses] },
      },
      {
        name: "since",
        in: "query",
        description: "Returns only entries created at this date and time or later.",
        schema: { type: "string", maxLength: 100 },
      },
    ],
    refuses: [400],
  } satisfies CallDescription;
}

/** @throws Refusal 400 for a status that there is not, or a time that is none */
export function parseListFilter<Status extends string>(
  c: Context,
  statuses: readonly Status[],
): ListFilter<Status> {
  const { status: wanted, since } = c.req.query();
  const status = statuses.find((each) => each === wanted);
  if (wanted !== undefined && status === undefined)
    throw invalidQuery("status", `status must be one of: ${statuses.join(", ")}.`);
  return { ...(status !== undefined && { status }), ...(since !== undefined && { since: timeOf(since) }) };
}

function timeOf(since: string): string {
  const time = instant("since").safeParse(since);
  if (time.success) return time.data;
  throw invalidQuery("since", "since must be a date and time such as 2026-01-31T09:00:00Z.");
}
