import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import { MAX_MINUTES } from "../../../../worker/alerts/rules/domain.ts";
import type { AlertRulePreview } from "../../../../worker/alerts/rules/schema.ts";
import { previewProblem } from "../../notices/preview/problem.ts";
import { pause } from "../../pause.ts";
import { formatDuration, formatShort } from "../../times/dates.ts";
import { previewRule, TYPING_PAUSE_MS } from "./calls.ts";
import { modeTexts } from "./mode-texts.ts";
import { filledRows, type RuleDraft } from "./rule-draft.ts";

/** What the rule would have done with the alerts that were received. The last result stays while the next is computed. */
export function useRulePreview({ source, labels, holdMinutes, settleMinutes }: RuleDraft) {
  const rows = filledRows(labels);
  const isValid =
    isMinutes(holdMinutes) && isMinutes(settleMinutes) && rows.every(({ name, value }) => name && value);
  const request = {
    source,
    labels: rows,
    holdMinutes: Number(holdMinutes),
    settleMinutes: Number(settleMinutes),
  };
  return useQuery({
    queryKey: ["rule-preview", isValid && request],
    queryFn: isValid
      ? async ({ signal }) => {
          // While someone types, only the last request is sent.
          await pause(TYPING_PAUSE_MS, signal);
          return previewRule(request);
        }
      : skipToken,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}

function isMinutes(text: string): boolean {
  return /^\s*\d+\s*$/.test(text) && Number(text) <= MAX_MINUTES;
}

interface PreviewProps {
  load: ReturnType<typeof useRulePreview>;
  draft: RuleDraft;
}

/** Stands beside the button that saves, so it is seen wherever in the form one is. */
export function PreviewLine({ load: { data, error }, draft }: PreviewProps) {
  return (
    <p role="status" className="min-h-5 text-pretty @max-xl:text-xs">
      {error
        ? previewProblem(error)
        : data
          ? previewText(data, draft)
          : "Trying it with the received alerts…"}
    </p>
  );
}

function previewText(
  { since, alerts, times }: AlertRulePreview,
  { mode, holdMinutes }: Pick<RuleDraft, "mode" | "holdMinutes">,
): string {
  if (since === null) return "There are no alerts yet to try it with.";
  const day = formatShort(since);
  if (alerts === 0) return `It matches none of the alerts since ${day}.`;
  const matching = alerts === 1 ? "1 alert" : `${alerts.toLocaleString("en-US")} alerts`;
  const often = ["", "once", "twice"][times] ?? `${times.toLocaleString("en-US")} times`;
  return times === 0
    ? `It matches ${matching} since ${day}. None has fired for ${Number(holdMinutes)} min, so it would have done nothing.`
    : `It matches ${matching} since ${day}, and would have ${modeTexts[mode].past} ${often}.`;
}

/** When it would have acted. */
export function PreviewList({ load: { data } }: Pick<PreviewProps, "load">) {
  if (!data || data.stretches.length === 0) return null;
  return (
    <section className="grid gap-1.5">
      <h3 className="font-medium">When it would have acted</h3>
      <ul aria-label="When it would have acted" className="grid gap-1">
        {data.stretches.map(({ title, beganAt, endedAt }) => (
          <li key={`${beganAt} ${title}`} className="[overflow-wrap:anywhere]">
            <time dateTime={beganAt} className="text-muted tabular-nums">
              {formatShort(beganAt)}
            </time>{" "}
            <bdi>{title}</bdi>{" "}
            <span className="text-muted">
              {endedAt === null ? "until now" : `for ${formatDuration(beganAt, endedAt)}`}
            </span>
          </li>
        ))}
      </ul>
      {data.times > data.stretches.length && (
        <p className="text-muted">and {data.times - data.stretches.length} times before</p>
      )}
    </section>
  );
}
