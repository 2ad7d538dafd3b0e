import * as z from "zod";
import { boundedRecord } from "../../http/schema.ts";
import { KiB } from "../../shared/domain.ts";
import { MAX_ALERT_BYTES, storedSourceIDs } from "../domain.ts";

/** Each source checks what it needs of it. */
export const AlertBody = boundedRecord("The body", z.unknown(), { maxFields: 200, maxNameCharacters: 200 })
  .describe(`What the source sends, at most ${MAX_ALERT_BYTES / KiB} KiB.`)
  .meta({ id: "AlertBody" });

export const AcceptedAlerts = z
  .object({
    id: z.string().describe("That of what was received."),
    status: z.literal("success"),
    message: z.string(),
    dedup_key: z.string().optional().describe("The key of the alert, if the source is `events`."),
  })
  .meta({ id: "AcceptedAlerts" });
export type AcceptedAlerts = z.output<typeof AcceptedAlerts>;

export const ReceivedAlerts = z
  .object({
    id: z.string(),
    source: z.enum(storedSourceIDs),
    keyName: z.string().describe("The name of the API key that it was sent with."),
    keyID: z.string().describe("The ID of that key. Empty for heartbeats."),
    receivedAt: z.iso.datetime(),
    alertCount: z
      .int()
      .describe("How many alerts the body had. 0 for a body in a format that is not read yet."),
    alerts: z.array(
      z.object({
        key: z.string(),
        state: z.enum(["firing", "resolved"]),
        title: z.string(),
        labels: z.record(z.string(), z.string()),
        link: z.string(),
        at: z.iso.datetime().nullable().describe("When it began or ended, if the sender says so."),
        rules: z
          .array(z.object({ ruleID: z.string(), name: z.string() }))
          .describe("The rules that it matches now."),
      }),
    ),
    body: z.string().describe("What was received, as JSON, shortened and without secrets and addresses."),
  })
  .meta({ id: "ReceivedAlerts" });
export type ReceivedAlerts = z.output<typeof ReceivedAlerts>;
