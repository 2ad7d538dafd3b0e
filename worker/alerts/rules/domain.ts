import { DAY_MS, MINUTE_MS } from "../../shared/time/domain.ts";
import type { Alert } from "../domain.ts";

export const MAX_RULES = 50;
export const MAX_RULE_LABELS = 10;
export const MAX_MINUTES = DAY_MS / MINUTE_MS;

/** From the most careful to the boldest: telling the team, proposing an incident, setting the components only, and publishing. */
export const ruleModes = ["notify", "propose", "component", "publish"] as const;

export type RuleMode = (typeof ruleModes)[number];

export const DEFAULT_MODE: RuleMode = "propose";
export const DEFAULT_HOLD_MINUTES = 2;
export const DEFAULT_SETTLE_MINUTES = 5;

export interface LabelMatch {
  name: string;
  /** An asterisk at the end stands for any text. */
  value: string;
}

interface Matcher {
  /** Empty for every source. */
  source: string;
  labels: readonly LabelMatch[];
}

/** @returns whether a rule is about an alert: all of its labels are the alert's, and `title` stands for the title */
export function matches({ source, labels }: Matcher, alert: Alert & { source: string }): boolean {
  return (
    (source === "" || source === alert.source) &&
    labels.every(({ name, value }) =>
      matchesText(value, name === "title" ? alert.title : readLabel(alert, name)),
    )
  );
}

function readLabel({ labels }: Alert, name: string): string {
  return Object.hasOwn(labels, name) ? (labels[name] ?? "") : "";
}

function matchesText(pattern: string, text: string): boolean {
  return pattern.endsWith("*") ? text.startsWith(pattern.slice(0, -1)) : text === pattern;
}
