import { HOUR_MS, MINUTE_MS } from "../../shared/time/domain.ts";
import { hasTexts, isListOf } from "../../storage/domain.ts";

/** What channels of the team can be notified about, apart from incidents and maintenances. */
export type FailureType =
  | "metrics_failing"
  | "metrics_working"
  | "emails_bounced"
  | "channels_stopped"
  | "alerts_firing"
  | "alerts_over";

/** After a message of a type, what happens until then is summed up in the next one, so that a storm can't flood a channel. */
export const failureGapMs: Record<FailureType, number> = {
  metrics_failing: 15 * MINUTE_MS,
  metrics_working: 15 * MINUTE_MS,
  emails_bounced: HOUR_MS,
  channels_stopped: 15 * MINUTE_MS,
  // A rule waits itself.
  alerts_firing: 0,
  alerts_over: 0,
};

/** A message lists the first ones. Its `count` is that of all. */
export const MAX_FAILURE_ITEMS = 20;

/** Of an error in a message. */
export const MAX_REASON_CHARACTERS = 300;

export interface Failure {
  type: FailureType;
  count: number;
  items: { name: string; reason: string }[];
  createdAt: string;
}

const isItem = (value: unknown) => hasTexts(value, "name", "reason");
export function isFailure(value: unknown): boolean {
  return (
    hasTexts(value, "type", "createdAt") &&
    Object.hasOwn(failureGapMs, String(value.type)) &&
    Number.isFinite(value.count) &&
    isListOf(isItem)(value.items)
  );
}

const titles: Record<FailureType, { one: string; other: string }> = {
  metrics_failing: { one: "A metric can't be collected", other: "{count} metrics can't be collected" },
  metrics_working: { one: "A metric is collected again", other: "{count} metrics are collected again" },
  emails_bounced: { one: "An email bounced", other: "{count} emails bounced" },
  channels_stopped: {
    one: "A channel gets no more messages",
    other: "{count} channels get no more messages",
  },
  alerts_firing: { one: "An alert fires", other: "{count} alerts fire" },
  alerts_over: { one: "An alert is over", other: "{count} alerts are over" },
};

export function failureTitle({ type, count }: Pick<Failure, "type" | "count">): string {
  const { one, other } = titles[type];
  return count === 1 ? one : other.replace("{count}", count.toLocaleString("en"));
}

export function failureLines({ items, count }: Failure): string[] {
  const lines = items.map(({ name, reason }) =>
    reason === "" ? name : name === "" ? reason : `${name}: ${reason}`,
  );
  const more = count - items.length;
  return more > 0 && items.length > 0 ? [...lines, `${more.toLocaleString("en")} more`] : lines;
}
