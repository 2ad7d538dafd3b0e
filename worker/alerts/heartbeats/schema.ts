import * as z from "zod";
import { requireAnyField, text } from "../../http/schema.ts";
import { alertSourceIDs } from "../domain.ts";
import { MAX_PERIOD_MINUTES } from "./domain.ts";

function minutes(label: string, min: number) {
  return z
    .int({ error: `${label} must be a whole number of minutes.` })
    .min(min, `${label} must be at least ${min}.`)
    .max(MAX_PERIOD_MINUTES, `${label} can be ${MAX_PERIOD_MINUTES} minutes at most.`);
}

const fields = z.object({
  name: text("Name", { min: 1, max: 100 }),
  periodMinutes: minutes("Period", 1).describe("How often it is heard."),
  graceMinutes: minutes("Grace", 0).describe("How much later it may be."),
  source: z
    .enum(alertSourceIDs, { error: `Source must be null, or one of: ${alertSourceIDs.join(", ")}.` })
    .nullable()
    .describe("What is received from this source is a beat, too, so that its silence is noticed."),
  isPaused: z
    .boolean({ error: "isPaused must be true or false." })
    .describe("A paused one is never missing. When it goes on, its period begins."),
});

export const NewHeartbeat = fields
  .partial({ graceMinutes: true, source: true, isPaused: true })
  .meta({ id: "NewHeartbeat" });
export type NewHeartbeat = z.output<typeof NewHeartbeat>;

export const HeartbeatChange = requireAnyField(fields.partial()).meta({ id: "HeartbeatChange" });
export type HeartbeatChange = z.output<typeof HeartbeatChange>;

export const Heartbeat = z
  .object({
    heartbeatID: z.string(),
    name: z.string(),
    periodMinutes: z.int(),
    graceMinutes: z.int(),
    source: z.enum(alertSourceIDs).nullable(),
    isPaused: z.boolean(),
    path: z
      .string()
      .describe(
        "Below the status page's address. GET, HEAD or POST there says that it is alive. It is a secret.",
      ),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "Heartbeat" });
export type Heartbeat = z.output<typeof Heartbeat>;

export const Beat = z.object({ heard: z.literal(true) }).meta({ id: "Beat" });

export const ListedHeartbeat = Heartbeat.extend({
  lastBeatAt: z.iso.datetime().nullable().describe("null before the first beat."),
  isMissing: z.boolean().describe("Whether it is later than its period and its grace."),
}).meta({ id: "ListedHeartbeat" });
export type ListedHeartbeat = z.output<typeof ListedHeartbeat>;
