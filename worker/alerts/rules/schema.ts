import * as z from "zod";
import { componentStatuses } from "../../components/domain.ts";
import { ComponentStatuses } from "../../components/schema.ts";
import { id, labeledEnum, requireAnyField, text } from "../../http/schema.ts";
import { MAX_LABEL_CHARACTERS, MAX_LABEL_NAME_CHARACTERS, storedSourceIDs } from "../domain.ts";
import { MAX_MINUTES, MAX_RULE_LABELS, ruleModes } from "./domain.ts";

const sourceIDs = ["", ...storedSourceIDs] as const;

export const LabelMatches = z
  .array(
    z.object({
      name: text("Label", { min: 1, max: MAX_LABEL_NAME_CHARACTERS }),
      value: text("Value", { max: MAX_LABEL_CHARACTERS }),
    }),
    { error: "labels must be a list of {name, value}." },
  )
  .max(MAX_RULE_LABELS, `A rule can have ${MAX_RULE_LABELS} labels at most.`);

function minutes(label: string) {
  return z
    .int({ error: `${label} must be a whole number of minutes.` })
    .min(0, `${label} can't be negative.`)
    .max(MAX_MINUTES, `${label} can be ${MAX_MINUTES} minutes at most.`);
}

const fields = z.object({
  name: text("Name", { min: 1, max: 100 }),
  source: labeledEnum("Source", sourceIDs).describe("Empty for every source."),
  labels: LabelMatches.describe(
    "All of them must be those of the alert. The label `title` is the alert's title. An asterisk at the end of a value stands for any text.",
  ),
  components: ComponentStatuses.describe("The statuses that the components get while an alert fires."),
  groupID: id("groupID must be the id of a group, or null.")
    .nullable()
    .describe("All components of this group get `groupStatus`."),
  groupStatus: labeledEnum("groupStatus", componentStatuses),
  templateID: id("templateID must be the id of a template, or null.")
    .nullable()
    .describe(
      "The texts of the incident. Without it, the incident names its components, and nothing of the alert.",
    ),
  mode: labeledEnum("Mode", ruleModes),
  holdMinutes: minutes("Hold").describe("An alert must fire for this time before the rule acts."),
  settleMinutes: minutes("Settle").describe(
    "All alerts must be over for this time before the rule ends what it began, so that a flapping alert changes nothing.",
  ),
});

export const NewAlertRule = fields
  .partial({
    source: true,
    labels: true,
    components: true,
    groupID: true,
    groupStatus: true,
    templateID: true,
    mode: true,
    holdMinutes: true,
    settleMinutes: true,
  })
  .meta({ id: "NewAlertRule" });
export type NewAlertRule = z.output<typeof NewAlertRule>;

export const AlertRuleChange = requireAnyField(fields.partial()).meta({ id: "AlertRuleChange" });
export type AlertRuleChange = z.output<typeof AlertRuleChange>;

export const AlertRulePreviewRequest = fields
  .pick({ source: true, labels: true, holdMinutes: true, settleMinutes: true })
  .partial()
  .meta({ id: "AlertRulePreviewRequest" });
export type AlertRulePreviewRequest = z.output<typeof AlertRulePreviewRequest>;

export const AlertRulePreview = z
  .object({
    since: z.iso
      .datetime()
      .nullable()
      .describe("The oldest of what was received, as far as it was read. null if there is nothing."),
    alerts: z.int().describe("How many of the received alerts match."),
    times: z.int().describe("How often the rule would have acted."),
    stretches: z
      .array(
        z.object({
          title: z.string(),
          beganAt: z.iso.datetime(),
          endedAt: z.iso.datetime().nullable().describe("null if it would still go on."),
        }),
      )
      .describe("When the rule would have acted, the newest first. At most 20."),
  })
  .meta({ id: "AlertRulePreview" });
export type AlertRulePreview = z.output<typeof AlertRulePreview>;

export const AlertRule = z
  .object({
    ruleID: z.string(),
    name: z.string(),
    source: z.enum(sourceIDs),
    labels: z.array(z.object({ name: z.string(), value: z.string() })),
    components: z.array(
      z.object({ componentID: z.string(), status: ComponentStatuses.element.shape.status }),
    ),
    groupID: z.string().nullable(),
    groupStatus: z.enum(componentStatuses),
    templateID: z.string().nullable(),
    mode: z.enum(ruleModes),
    holdMinutes: z.int(),
    settleMinutes: z.int(),
    firing: z.int().describe("How many alerts of the rule fire now."),
    log: z
      .array(z.object({ at: z.iso.datetime(), text: z.string() }))
      .describe("What the rule has done, the newest first. At most 20."),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "AlertRule" });
export type AlertRule = z.output<typeof AlertRule>;
