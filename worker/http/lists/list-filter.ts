import type { Context } from "hono";
import type { CallDescription } from "../call.ts";
import { parseInstant, toUTC } from "../domain.ts";
import { invalidField } from "../errors.ts";

export interface ListFilter<Status extends string = string> {
  status?: Status;
  since?: string;
}

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
    errorStatuses: [400],
  } satisfies CallDescription;
}

export function parseListFilter<Status extends string>(
  c: Context,
  statuses: readonly Status[],
): ListFilter<Status> {
  const { status: requested, since } = c.req.query();
  const status = statuses.find((each) => each === requested);
  if (requested !== undefined && status === undefined)
    throw invalidField("status", `status must be one of: ${statuses.join(", ")}.`);
  return {
    ...(status !== undefined && { status }),
    ...(since !== undefined && { since: parseSince(since) }),
  };
}

function parseSince(since: string): string {
  if (parseInstant(since) !== undefined) return toUTC(since);
  throw invalidField("since", "since must be a date and time such as 2026-01-31T09:00:00Z.");
}
