import * as z from "zod";
import { ComponentStatuses } from "../../components/schema.ts";
import { labeledEnum, requireAnyField, text } from "../../http/schema.ts";
import {
  MAX_MESSAGE_CHARACTERS,
  MAX_NAME_CHARACTERS,
  type NoticeKind,
  type NoticeStatus,
  noticeKinds,
  noticeStatuses,
} from "../domain.ts";
import { MAX_TEMPLATE_COMPONENTS, MAX_TEMPLATE_NAME_CHARACTERS, unknownVariableProblem } from "./domain.ts";

export const templateStatuses = [...noticeStatuses.incident, ...noticeStatuses.maintenance] as const;

function textWithVariables(label: string, max: number) {
  return text(label, { max }).check(({ value, issues }) => {
    const message = unknownVariableProblem(value);
    if (message !== undefined) issues.push({ code: "custom", input: value, message });
  });
}

const variables = "The variables {{components}}, {{service}}, {{start}} and {{duration}} are replaced in it.";

const fields = z.object({
  name: text("Name", { min: 1, max: MAX_TEMPLATE_NAME_CHARACTERS }).describe(
    "What administrators find the template by. It is unique, whatever the case of its letters.",
  ),
  kind: labeledEnum("Kind", noticeKinds),
  title: textWithVariables("Title", MAX_NAME_CHARACTERS).describe(
    `The name of the incident or maintenance. ${variables}`,
  ),
  message: textWithVariables("Message", MAX_MESSAGE_CHARACTERS).describe(`Markdown. ${variables}`),
  status: labeledEnum("Status", templateStatuses)
    .nullable()
    .describe("A status of the template's kind, or null."),
  components: ComponentStatuses.max(
    MAX_TEMPLATE_COMPONENTS,
    `A template can have ${MAX_TEMPLATE_COMPONENTS} components at most.`,
  ),
});

export function templateStatusProblem(kind: NoticeKind, status: NoticeStatus | null): string | undefined {
  const statuses: readonly NoticeStatus[] = noticeStatuses[kind];
  if (status === null || statuses.includes(status)) return undefined;
  return `Status must be one of: ${statuses.join(", ")}.`;
}

export const NewTemplate = fields
  .partial({ title: true, message: true, status: true, components: true })
  .check(({ value: { kind, status = null }, issues }) => {
    const message = templateStatusProblem(kind, status);
    if (message !== undefined) issues.push({ code: "custom", input: status, path: ["status"], message });
  })
  .meta({ id: "NewTemplate" });
export type NewTemplate = z.output<typeof NewTemplate>;

export const TemplateChange = requireAnyField(fields.partial()).meta({ id: "TemplateChange" });
export type TemplateChange = z.output<typeof TemplateChange>;

export const Template = z
  .object({
    templateID: z.string(),
    name: z.string(),
    kind: z.enum(noticeKinds),
    title: z.string().describe("Empty if the template gives no name."),
    message: z.string().describe("Markdown. Empty if the template gives no message."),
    status: z.enum(templateStatuses).nullable().describe("null if the template gives no status."),
    components: z
      .array(z.object({ componentID: z.string(), status: ComponentStatuses.element.shape.status }))
      .describe("In the order of the status page, without components that were deleted."),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "Template" });
export type Template = z.output<typeof Template>;

const formerNotice = z.object({
  name: z.string(),
  status: z.enum(templateStatuses).describe("The status of the first update."),
  message: z.string().describe("The message of the first update, in Markdown."),
  components: z
    .array(z.object({ componentID: z.string(), status: ComponentStatuses.element.shape.status }))
    .describe("The first status that each component got, without components that were deleted."),
  createdAt: z.iso.datetime(),
});
export type FormerNotice = z.output<typeof formerNotice>;

export const FormerNoticeSearch = z
  .object({ notice: formerNotice.nullable().describe("null if none was found.") })
  .meta({ id: "FormerNoticeSearch" });
