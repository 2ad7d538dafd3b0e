import { bounceWarnings } from "../../notify/mail/confirmation-store.ts";
import { limitWarnings } from "../../notify/subscribers/call-limits.ts";
import { mailProviders } from "../../settings/mail/domain.ts";
import { isoTime } from "../../shared/time/domain.ts";
import { type Check, durationText, latenessStatus } from "../domain.ts";
import { MAX_COUNTED, type Records } from "../store.ts";
import { type Problem, toCheck } from "./problems.ts";

export function checkEmails(records: Records, now: number): Check {
  const { settings, waitingEmails, emailsDueSince, mailError, mailPausedUntil } = records;
  const waiting = waitingText(waitingEmails);
  if (!settings.emailEnabled)
    return { name: "emails", status: "ok", message: "Email is off, so subscribers get none." };
  const problems: Problem[] = [];
  if (mailError !== "")
    problems.push({
      status: "error",
      message: `Emails can't be sent now. The email service says: “${withoutAddresses(mailError)}”`,
      fix: "Correct what the email service names, then send a test email in the console under Settings, Notifications. What waits is sent by itself.",
    });
  const late = latenessMs(emailsDueSince, now);
  if (late !== undefined)
    problems.push({
      status: latenessStatus(late),
      message: `Emails are late: ${waiting}, the first for ${durationText(late)}.`,
      fix: "Check “cron” and “queues” first. If both are fine, the email service's sending limit may be too low: ask it for a higher one.",
    });
  if (mailPausedUntil > isoTime(now))
    problems.push({
      status: "warning",
      message: `The email service asked to wait until ${mailPausedUntil}.`,
      fix: "If this happens often, ask it for a higher sending limit.",
    });
  for (const message of bounceWarnings(records.bounces))
    problems.push({
      status: "warning",
      message,
      fix: "Turn Turnstile on under Settings, so that nobody can subscribe made-up addresses.",
    });
  for (const message of limitWarnings(records.limits))
    problems.push({ status: "warning", message, fix: "Turn Turnstile on under Settings." });
  const service = mailProviders.find(({ id }) => id === settings.mailProvider)?.name ?? "";
  return toCheck("emails", problems, `Email is on, with ${service}, and ${waiting}.`);
}

export function checkEndpoints({ endpoints }: Records, now: number): Check {
  const { waiting, dueSince, paused } = endpoints;
  const text = waitingText(waiting);
  const problems: Problem[] = [];
  const late = latenessMs(dueSince ?? undefined, now);
  if (late !== undefined)
    problems.push({
      status: latenessStatus(late),
      message: `Deliveries to webhooks and chat are late: ${text}, the first for ${durationText(late)}.`,
      fix: "Check “cron” and “queues” first, then the Worker's errors in Cloudflare's dashboard.",
    });
  if (paused > 0)
    problems.push({
      status: "warning",
      message:
        paused === 1
          ? "A webhook or chat gets nothing anymore, because deliveries to it failed for long."
          : `${countText(paused)} webhooks and chats get nothing anymore, because deliveries to them failed for long.`,
      fix: "For a channel of the team, see why in the console under Settings, Team channels. Subscribers start theirs again on their own page.",
    });
  return toCheck("webhooks and chat", problems, `${capitalized(text)} for a webhook or chat.`);
}

export function checkMetrics({ metrics, backfillDays }: Records, now: number): Check {
  const { collected = 0, failing = 0, collectedUntil = null } = metrics ?? {};
  const problems: Problem[] = [];
  if (failing > 0)
    problems.push({
      status: "warning",
      message: `${failingText(failing, collected)} can't be collected.`,
      fix: "The console says why beside each metric.",
    });
  const late = latenessMs(collectedUntil ?? undefined, now);
  if (late !== undefined)
    problems.push({
      status: latenessStatus(late),
      message: `A metric has no points of the last ${durationText(late)}.`,
      fix: "Check “cron” and “queues” first. Points that are late are fetched by themselves.",
    });
  const days = backfillDays === 1 ? "1 past day is" : `${countText(backfillDays)} past days are`;
  const backfill = backfillDays === 0 ? "" : ` ${days} still to be fetched.`;
  const ok = upToDateText(collected);
  return toCheck("metrics", problems, `${ok}${backfill}`);
}

function failingText(failing: number, collected: number): string {
  return collected === 1 ? "A metric" : `${countText(failing)} of ${countText(collected)} metrics`;
}

function upToDateText(collected: number): string {
  if (collected === 0) return "No metric is collected.";
  return collected === 1
    ? "The collected metric is up to date."
    : `All ${countText(collected)} collected metrics are up to date.`;
}

function latenessMs(since: string | undefined, now: number): number | undefined {
  const late = now - Date.parse(since ?? "");
  return latenessStatus(late) === "ok" ? undefined : late;
}

function waitingText(count: number): string {
  if (count === 0) return "none wait";
  return count === 1 ? "1 waits" : `${countText(count)} wait`;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function countText(count: number): string {
  return count >= MAX_COUNTED ? `at least ${MAX_COUNTED.toLocaleString("en")}` : count.toLocaleString("en");
}

/** The email service's messages name the sender. */
function withoutAddresses(text: string): string {
  return text.replace(/[^\s"'<>(),:;]+@[^\s"'<>(),:;]+/g, "(an address)");
}
