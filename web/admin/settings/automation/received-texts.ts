import { alertSources, type StoredSourceID } from "../../../../worker/alerts/domain.ts";
import type { ReceivedAlerts } from "../../../../worker/alerts/received/schema.ts";
import type { LabelMatch } from "../../../../worker/alerts/rules/domain.ts";
import { TEST_ALERT_KEY } from "./calls.ts";
import { parseBody } from "./paths/body-lines.ts";

type Received = ReceivedAlerts["alerts"];

/** Empty for every source. */
export const sourceChoices: readonly (StoredSourceID | "")[] = [
  "",
  ...alertSources.map(({ id }) => id),
  "heartbeat",
];

/** @param source empty for every source */
export function sourceName(source: string): string {
  if (source === "heartbeat") return "Heartbeats";
  return alertSources.find(({ id }) => id === source)?.name ?? "Any source";
}

export function isTest({ alerts }: ReceivedAlerts): boolean {
  return alerts.some(({ key }) => key === TEST_ALERT_KEY);
}

/** A test is sent in one format for every sender, whose name its key has. */
export function senderText(received: ReceivedAlerts): string {
  return isTest(received) ? `Test · ${received.keyName}` : sourceName(received.source);
}

/** Of an alert that begins and ends in the same message, only the end counts. */
export function lastStates(alerts: Received): Received {
  const ended = new Set(alerts.filter(({ state }) => state === "resolved").map(({ key }) => key));
  return alerts.filter(({ key, state }) => state === "resolved" || !ended.has(key));
}

/** The titles without repetition: `API is slow, Disk is full and 3 more`. */
function titleText(alerts: Received): string {
  const titles = [...new Set(alerts.map(({ title }) => title))];
  if (titles.length === 0) return "A message without an alert";
  const more = titles.length - 2;
  return `${titles.slice(0, 2).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** Its API key has no paths for this format yet, or the body has nothing there. A list without alerts is read. */
export function isUnread({ source, alertCount, body }: ReceivedAlerts): boolean {
  if (source !== "generic" || alertCount > 0) return false;
  const parsed = parseBody(body);
  return !("alerts" in parsed && Array.isArray(parsed.alerts) && parsed.alerts.length === 0);
}

/** `titleText` of what is read. */
export function messageTitle(received: ReceivedAlerts): string {
  return isUnread(received) ? "A message in another format" : titleText(lastStates(received.alerts));
}

/** `Firing`, or `2 firing, 1 resolved` of several. */
export function stateText(alerts: Received): string {
  const firing = countFiring(alerts);
  const resolved = alerts.length - firing;
  if (alerts.length === 0) return "Nothing to do";
  if (alerts.length === 1) return firing === 1 ? "Firing" : "Resolved";
  return [firing > 0 && `${firing} firing`, resolved > 0 && `${resolved} resolved`]
    .filter(Boolean)
    .join(", ");
}

export function countFiring(alerts: Received): number {
  return alerts.filter(({ state }) => state === "firing").length;
}

/** The names of the rules that any of the alerts matches. */
export function ruleText(alerts: Received): string {
  const names = [...new Set(alerts.flatMap(({ rules }) => rules.map(({ name }) => name)))];
  return names.length === 0 ? "matches no rule" : `matches ${names.join(", ")}`;
}

export function labelsText(labels: readonly LabelMatch[]): string {
  return labels.map(({ name, value }) => `${name} = ${value}`).join(", ");
}

/** JSON with indents. What was shortened is no JSON any more, and stays as it is. */
export function bodyText(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
