import type { ListedHeartbeat } from "../../../../../worker/alerts/heartbeats/schema.ts";
import type { StatusColor } from "../../../../../worker/components/domain.ts";
import { isoTime, MINUTE_MS } from "../../../../../worker/shared/time/domain.ts";
import { formatAge, formatDuration } from "../../../times/dates.ts";
import { sourceName } from "../received-texts.ts";

interface HeartbeatState {
  text: string;
  color: StatusColor;
}

/** Late is later than its period, missing is later than its grace, too. */
export function heartbeatState(
  { source, lastBeatAt, isPaused, isMissing, periodMinutes }: ListedHeartbeat,
  now: number,
): HeartbeatState {
  if (isPaused)
    return {
      text: lastBeatAt ? `Paused · last heard ${formatAge(lastBeatAt, now)}` : "Paused",
      color: "grey",
    };
  if (lastBeatAt === null)
    return { text: source ? "Waiting for the first message" : "Waiting for the first call", color: "grey" };
  const heard = formatAge(lastBeatAt, now);
  if (isMissing) return { text: `Missing · last heard ${heard}`, color: "red" };
  const isLate = Date.parse(lastBeatAt) + periodMinutes * MINUTE_MS < now;
  return isLate
    ? { text: `Late · last heard ${heard}`, color: "yellow" }
    : { text: `Heard ${heard}`, color: "green" };
}

/** `Every 1 d, 1 h of grace`, and which source it is heard from */
export function timingText({ source, periodMinutes, graceMinutes }: ListedHeartbeat): string {
  const grace = graceMinutes > 0 ? `, ${minutesText(graceMinutes)} of grace` : "";
  return `Every ${minutesText(periodMinutes)}${grace}${source ? ` · ${sourceName(source)}` : ""}`;
}

function minutesText(minutes: number): string {
  return formatDuration(isoTime(0), isoTime(minutes * MINUTE_MS));
}
