import * as z from "zod";
import { componentStatuses } from "../../components/domain.ts";
import { ComponentStatuses } from "../../components/schema.ts";
import { Banner } from "../../console/schema.ts";
import { id, labeledEnum, pastInstant, plannedInstant, text } from "../../http/schema.ts";
import { Recipients } from "../../notify/mail/schema.ts";
import { noticeStatuses } from "../domain.ts";
import { backfillFields, refuseInvalidBackfill } from "../incident/schema.ts";
import { notifyField, notifyNewTimesField, templateField } from "../schema.ts";

const given = z.object({
  noticeID: id("noticeID must be the ID of an incident or a maintenance.", "noticeID is required.").describe(
    "The incident or maintenance to change or delete. Without it, a new one is previewed.",
  ),
  deletes: z.boolean({ error: "deletes must be true or false." }).describe("Previews the deletion."),
  restoreComponents: z.boolean({ error: "restoreComponents must be true or false." }),
  name: text("Name", { max: 200 }),
  message: text("Message", { max: 20_000 }).describe("Markdown."),
  components: ComponentStatuses,
  startAt: plannedInstant("Start time"),
  endAt: plannedInstant("End time"),
  createdAt: pastInstant("createdAt"),
  notifySubscribers: notifyField.notifySubscribers.describe("If `false`, there is no email."),
  ...notifyNewTimesField,
  templateID: templateField.templateID.describe("The template that fills what a new one leaves empty."),
});

export const PreviewRequest = z
  .discriminatedUnion("kind", [
    given.partial().extend({
      kind: z.literal("incident"),
      status: labeledEnum("Incident status", noticeStatuses.incident).optional(),
      ...backfillFields,
    }),
    given.partial().extend({
      kind: z.literal("maintenance"),
      status: labeledEnum("Maintenance status", noticeStatuses.maintenance).optional(),
    }),
  ])
  .superRefine((request, context) => {
    if (request.kind === "incident" && request.noticeID === undefined)
      refuseInvalidBackfill(request, context);
  })
  .meta({ id: "PreviewRequest", description: "The fields of the POST or PATCH to preview." });
export type PreviewRequest = z.output<typeof PreviewRequest>;

export const Preview = z
  .object({
    html: z.string().describe("The message as the status page renders it."),
    affects: z
      .array(z.object({ componentID: z.string(), name: z.string(), status: z.enum(componentStatuses) }))
      .describe(
        "The components that it affects, with their statuses afterwards, in the order of the status page.",
      ),
    banner: z.object({ before: Banner, after: Banner }),
    restores: z
      .array(
        z.object({
          componentID: z.string(),
          name: z.string(),
          currentStatus: z.enum(componentStatuses),
          status: z.enum(componentStatuses).describe("Can be the same as `currentStatus`."),
          because: z
            .string()
            .nullable()
            .describe("The name of the open incident or maintenance in progress that gives it this status."),
        }),
      )
      .describe("The components that the end of it, or its deletion, restores with `restoreComponents`."),
    recipients: Recipients,
    email: z
      .object({ subject: z.string(), html: z.string(), text: z.string() })
      .nullable()
      .describe("As an English-speaking subscriber in UTC gets it. null if nothing is emailed."),
  })
  .meta({ id: "Preview" });
export type Preview = z.output<typeof Preview>;
