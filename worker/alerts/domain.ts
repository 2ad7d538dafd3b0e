import { KiB } from "../shared/domain.ts";
import { DAY_MS } from "../shared/time/domain.ts";

/** What can send alerts. Each has a file in `sources/`. */
export const alertSources = [
  { id: "alertmanager", name: "Alertmanager or Grafana" },
  { id: "events", name: "Events (PagerDuty's format)" },
  { id: "uptime-kuma", name: "Uptime Kuma" },
  { id: "sns", name: "CloudWatch alarms (Amazon SNS)" },
  { id: "generic", name: "Your own script" },
] as const;

export type AlertSourceID = (typeof alertSources)[number]["id"];

/** Heartbeats make alerts, too, and nobody sends them. */
export type StoredSourceID = AlertSourceID | "heartbeat";
const [{ id: firstSource }, ...otherSources] = alertSources;
export const alertSourceIDs = [firstSource, ...otherSources.map(({ id }) => id)] as const;
export const storedSourceIDs = ["heartbeat", ...alertSourceIDs] as const;

export function isAlertSource(text: string): text is AlertSourceID {
  return alertSources.some(({ id }) => id === text);
}

/** Why a message is refused. Anyone can send one with an unknown key. */
export const refusalReasons = ["body", "key", "unknown key"] as const;
export type RefusalReason = (typeof refusalReasons)[number];

export type AlertState = "firing" | "resolved";

/** What each source makes of a body. */
export interface Alert {
  /** Tells it from other alerts of the same source. The end of an alert has the key of its beginning. */
  key: string;
  state: AlertState;
  title: string;
  labels: Record<string, string>;
  /** An http or https address at the sender, or empty. */
  link: string;
  /** When it began or ended, in milliseconds since the epoch. Null if the sender doesn't say. */
  at: number | null;
}

export const MAX_ALERTS_PER_BODY = 1000;
export const MAX_ALERT_BYTES = 512 * KiB;
export const MAX_LABELS = 30;
export const MAX_LABEL_NAME_CHARACTERS = 100;
export const MAX_LABEL_CHARACTERS = 300;
export const MAX_TITLE_CHARACTERS = 200;
export const MAX_KEY_BYTES = 64;
export const MAX_LINK_CHARACTERS = 500;

/** A list has at most as many bodies. */
export const ALERTS_LISTED = 50;
export const MAX_ALERT_SEARCH_CHARACTERS = 100;
export const ALERTS_KEPT_MS = 30 * DAY_MS;
/** Above this, the oldest bodies are deleted before they are that old. */
export const MAX_BODIES_KEPT = 10_000;
/** Of what a source has made of a body, as JSON. */
export const MAX_STORED_ALERT_BYTES = 256 * KiB;
/** Of a received body, as it is shown. */
export const MAX_SHOWN_BODY_CHARACTERS = 8000;
