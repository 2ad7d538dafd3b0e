import * as z from "zod";
import { checkNames, checkStatuses } from "./domain.ts";

export const Health = z.object({
  status: z.literal("ok"),
  warning: z
    .string()
    .optional()
    .describe("Is there if the database has migrations that this version doesn't know. It works with them."),
});
export type Health = z.output<typeof Health>;

export const HealthReport = z
  .object({
    status: z.enum(checkStatuses).describe("The worst status of the checks."),
    time: z.iso.datetime().describe("When the checks began, by the Worker's clock."),
    release: z.object({
      version: z.string().describe("The version of Daymark that runs."),
      migrations: z.int().describe("How many migrations it has."),
    }),
    checks: z.array(
      z.object({
        name: z.enum(checkNames),
        status: z.enum(checkStatuses),
        message: z
          .string()
          .describe("What was found, as a sentence. It has no secrets and no email addresses."),
        fix: z.string().optional().describe("What to do about it. Is there unless the status is `ok`."),
      }),
    ),
  })
  .meta({ id: "HealthReport" });
export type HealthReport = z.output<typeof HealthReport>;
