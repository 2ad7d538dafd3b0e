import { alertSources, type RefusalReason } from "../../alerts/domain.ts";
import { type Check, durationText } from "../domain.ts";
import type { Records } from "../store.ts";
import { type Problem, toCheck } from "./problems.ts";

/** A stranger can send messages with unknown keys, so those are only mentioned. */
export function checkAlerts({ alerts: { silent, refusals } }: Records, now: number): Check {
  const problems: Problem[] = silent.flatMap(({ source, lastBeatAt }) =>
    source === null
      ? []
      : {
          status: "warning",
          message: `${sourceName(source)} is silent: its last message came ${ago(lastBeatAt, now)}.`,
          fix: "See whether the source runs, and whether it can reach the status page.",
        },
  );
  const missing = silent.filter(({ source }) => source === null).length;
  if (missing > 0)
    problems.push({
      status: "warning",
      message: missing === 1 ? "A heartbeat is missing." : `${missing} heartbeats are missing.`,
      fix: "The console says which under Settings, Automation.",
    });
  const texts = refusals.map(({ source, reason, count, lastAt }) => {
    const messages = count === 1 ? "A message" : `${count.toLocaleString("en")} messages`;
    const last = count === 1 ? ago(lastAt, now) : `the last ${ago(lastAt, now)}`;
    const were = count === 1 ? "was" : "were";
    return { reason, text: `${messages} to ${sourceName(source)} ${whys[reason]} ${were} refused, ${last}.` };
  });
  for (const { reason, text } of texts)
    if (reason !== "unknown key") problems.push({ status: "warning", message: text, fix: fixes[reason] });
  const unknown = texts.filter(({ reason }) => reason === "unknown key").map(({ text }) => ` ${text}`);
  const check = toCheck("alerts", problems, "No source of alerts is silent, and no heartbeat is missing.");
  return { ...check, message: check.message + unknown.join("") };
}

const whys: Record<RefusalReason, string> = {
  body: "that can't be read",
  key: "with a key that has expired or has another scope",
  "unknown key": "with an unknown key or none",
};

const fixes: Record<Exclude<RefusalReason, "unknown key">, string> = {
  body: "The log of the sender has the response, which says what is wrong.",
  key: "Make a key in the console under Settings, Automation, and give it to the sender.",
};

function sourceName(source: string): string {
  return alertSources.find(({ id }) => id === source)?.name ?? "A source";
}

function ago(time: string, now: number): string {
  return `${durationText(now - Date.parse(time))} ago`;
}
