import type { CallDescription } from "../http/call.ts";
import { invalidField } from "../http/errors.ts";
import { isoTime } from "../shared/time/domain.ts";
import { uptimeDays } from "./domain.ts";
import type { ComponentUptime } from "./schema.ts";

export const uptimeWindowDescription: CallDescription = {
  parameters: [
    {
      name: "days",
      in: "query",
      description: "The number of days, including today. The default is 90.",
      schema: { type: "integer", enum: [...uptimeDays], default: 90 },
    },
  ],
  errorStatuses: [400, 404],
};

export function parseUptimeWindow({ days: requested = "90" }: { days?: string }): {
  days: ComponentUptime["days"];
  now: string;
} {
  const days = uptimeDays.find((each) => String(each) === requested);
  if (days === undefined) throw invalidField("days", `days must be one of: ${uptimeDays.join(", ")}.`);
  return { days, now: isoTime(Date.now()) };
}
