import type { ListedHeartbeat } from "../../../../../worker/alerts/heartbeats/schema.ts";
import type { StatusColor } from "../../../../../worker/components/domain.ts";
import { isoTime, MINUTE_MS } from "../../../../../worker/shared/time/domain.ts";
import { formatAge, formatDuration } from "../../../times/dates.ts";

interface HeartbeatState {
  text: string;
  color: StatusColor;
}

/** Late is later than its period, missing is later than its grace, too. */
export function heartbeatState(
  { lastBeatAt, isPaused, isMissing, periodMinutes }: ListedHeartbeat,
  now: number,
): HeartbeatState {
  if (isPaused)
    return {
      text: lastBeatAt ? `Paused · last heard ${formatAge(lastBeatAt, now)}` : "Paused",
      color: "grey",
    };
  if (lastBeatAt === null) return { text: "Waiting for the first call", color: "grey" };
  const heard = formatAge(lastBeatAt, now);
  if (isMissing) return { text: `Missing · last heard ${heard}`, color: "red" };
  const isLate = Date.parse(lastBeatAt) + periodMinutes * MINUTE_MS < now;
  return isLate
    ? { text: `Late · last heard ${heard}`, color: "yellow" }
    : { text: `Heard ${heard}`, color: "green" };
}

/** `Every 1 d, 1 h of grace` */
export function timingText({ periodMinutes, graceMinutes }: ListedHeartbeat): string {
  return `Every ${minutesText(periodMinutes)}${graceMinutes > 0 ? `, ${minutesText(graceMinutes)} of grace` : ""}`;
}

function minutesText(minutes: number): string {
  return formatDuration(isoTime(0), isoTime(minutes * MINUTE_MS));
}
