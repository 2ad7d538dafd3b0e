import * as z from "zod";
import { labeledEnum, requireAnyField, text } from "../../http/schema.ts";
import { MAX_POSTMORTEM_CHARACTERS, postmortemStates } from "./domain.ts";

export const PostmortemChange = requireAnyField(
  z
    .object({
      body: text("Body", { max: MAX_POSTMORTEM_CHARACTERS }).describe("Markdown, with headings."),
      state: labeledEnum("State", postmortemStates).describe("Visitors see it only while it is Published."),
    })
    .partial(),
)
  .safeExtend({
    notifySubscribers: z
      .boolean({ error: "notifySubscribers must be true or false." })
      .optional()
      .describe(
        "Allowed if the write-up is or becomes Published. If `true`, subscribers get one email about this publication, unless they already did. The default is `false`.",
      ),
  })
  .meta({ id: "PostmortemChange" });
export type PostmortemChange = z.output<typeof PostmortemChange>;

export const Postmortem = z
  .object({
    incidentID: z.string(),
    body: z.string().describe("Markdown."),
    state: z.enum(postmortemStates),
    publishedAt: z.iso.datetime().nullable().describe("`null` for a draft."),
    notifiedAt: z.iso
      .datetime()
      .nullable()
      .describe("When subscribers were notified of this publication, or `null`."),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "Postmortem" });
export type Postmortem = z.output<typeof Postmortem>;

export const PostmortemOutline = z
  .object({ body: z.string().describe("Markdown.") })
  .meta({ id: "PostmortemOutline" });
export type PostmortemOutline = z.output<typeof PostmortemOutline>;
