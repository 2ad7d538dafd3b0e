import type { StoredSourceID } from "../../../../worker/alerts/domain.ts";
import type { ReceivedAlerts } from "../../../../worker/alerts/received/schema.ts";
import {
  DEFAULT_HOLD_MINUTES,
  DEFAULT_MODE,
  DEFAULT_SETTLE_MINUTES,
  type LabelMatch,
  MAX_RULE_LABELS,
  type RuleMode,
} from "../../../../worker/alerts/rules/domain.ts";
import type { AlertRule, NewAlertRule } from "../../../../worker/alerts/rules/schema.ts";
import type { ComponentStatus } from "../../../../worker/components/domain.ts";
import type { ComparedFields } from "../../drafts/form.ts";
import { modeTexts } from "./mode-texts.ts";
import { labelsText, sourceName } from "./received-texts.ts";

export const NONE = "";

export interface RuleDraft {
  name: string;
  /** Empty for every source. */
  source: StoredSourceID | "";
  /** JSON, because changedFields() compares primitive values. */
  labels: string;
  mode: RuleMode;
  /** The keys are componentIDs. */
  chosen: Readonly<Record<string, ComponentStatus>>;
  groupID: string;
  groupStatus: ComponentStatus;
  templateID: string;
  holdMinutes: string;
  settleMinutes: string;
}

export function toDraft(rule: AlertRule | undefined): RuleDraft {
  return {
    name: rule?.name ?? "",
    source: rule?.source ?? "",
    labels: labelsJSON(rule?.labels ?? []),
    mode: rule?.mode ?? DEFAULT_MODE,
    chosen: Object.fromEntries(
      rule?.components.map(({ componentID, status }) => [componentID, status]) ?? [],
    ),
    groupID: rule?.groupID ?? NONE,
    groupStatus: rule?.groupStatus ?? "Partial Outage",
    templateID: rule?.templateID ?? NONE,
    holdMinutes: String(rule?.holdMinutes ?? DEFAULT_HOLD_MINUTES),
    settleMinutes: String(rule?.settleMinutes ?? DEFAULT_SETTLE_MINUTES),
  };
}

export function comparedFields(rule: AlertRule): ComparedFields {
  return {
    name: { label: "Name", value: rule.name },
    source: { label: "Source", value: sourceName(rule.source) },
    labels: { label: "Labels", value: labelsText(rule.labels) },
    mode: { label: "What follows", value: modeTexts[rule.mode].title },
    chosen: { label: "Components", value: rule.components.map(({ status }) => status).join(", ") },
    groupID: { label: "Group", value: rule.groupID ?? "" },
    groupStatus: { label: "Status of the group", value: rule.groupStatus },
    templateID: { label: "Template", value: rule.templateID ?? "" },
    holdMinutes: { label: "Hold", value: String(rule.holdMinutes) },
    settleMinutes: { label: "Settle", value: String(rule.settleMinutes) },
  };
}

export function labelRows(json: string): LabelMatch[] {
  return JSON.parse(json); // from `labelsJSON`
}

export function labelsJSON(rows: readonly LabelMatch[]): string {
  return JSON.stringify(rows);
}

/** Rows that nothing was written into are left out. */
export function filledRows(json: string): LabelMatch[] {
  return labelRows(json).filter(({ name, value }) => name.trim() !== "" || value.trim() !== "");
}

/** The fields of a request that belong to those of the draft. */
export function toRequest<Draft extends Partial<RuleDraft>>({
  labels,
  chosen,
  groupID,
  templateID,
  holdMinutes,
  settleMinutes,
  ...fields
}: Draft) {
  return {
    ...fields,
    ...(labels !== undefined && { labels: filledRows(labels) }),
    ...(chosen && {
      components: Object.entries(chosen).map(([componentID, status]) => ({ componentID, status })),
    }),
    ...(groupID !== undefined && { groupID: groupID || null }),
    ...(templateID !== undefined && { templateID: templateID || null }),
    ...(holdMinutes !== undefined && { holdMinutes: Number(holdMinutes) }),
    ...(settleMinutes !== undefined && { settleMinutes: Number(settleMinutes) }),
  };
}

export function newRule(draft: RuleDraft): NewAlertRule {
  return { ...toRequest(draft), name: draft.name };
}

/** A rule for alerts like this one. Without labels, its title is what tells it from others. */
export function ruleFor(
  source: StoredSourceID,
  { title, labels }: ReceivedAlerts["alerts"][number],
): Partial<RuleDraft> {
  const rows = Object.entries(labels)
    .filter(([, value]) => value !== "")
    .map(([name, value]) => ({ name, value }))
    .slice(0, MAX_RULE_LABELS);
  return {
    name: title.slice(0, 100),
    source,
    labels: labelsJSON(rows.length > 0 ? rows : [{ name: "title", value: title }]),
  };
}
