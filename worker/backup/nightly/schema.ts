import * as z from "zod";
import { archiveParts } from "../domain.ts";

const day = z.string().describe("The day in UTC on whose early morning it was made, such as 2026-01-31.");

export const NightlyExport = z
  .object({
    day,
    finishedAt: z.iso.datetime(),
    pages: z.int().describe("They have the numbers from 1 to this one."),
    rows: z.int(),
  })
  .meta({ id: "NightlyExport" });
export type NightlyExport = z.output<typeof NightlyExport>;

export const NightlyPage = z
  .object({
    part: z.enum(archiveParts),
    rows: z
      .array(z.record(z.string(), z.unknown()))
      .describe("As in an export. The pages of a part follow one another."),
  })
  .meta({ id: "NightlyPage" });
export type NightlyPage = z.output<typeof NightlyPage>;

export const NightlyPoints = z
  .object({
    rows: z
      .array(
        z.object({
          metricID: z.string(),
          day: z.string(),
          points: z
            .array(z.array(z.number()))
            .describe("Of each: the minute of the day, the value, and when it was accepted in milliseconds."),
        }),
      )
      .describe("Days of points, as in an export, also those of metrics that the export lacks."),
    next: z.string().nullable().describe("The `cursor` of the next page. null if there is none."),
  })
  .meta({ id: "NightlyPoints" });
