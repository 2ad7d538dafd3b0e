import { withTimeout } from "../../shared/with-timeout.ts";
import { CHECK_TIMEOUT_MS, type Check, durationText, latenessStatus, worstCheckStatus } from "../domain.ts";

const queues = {
  DATAPOINTS: "metric points",
  BACKLOG: "metric points of past days",
  COLLECTION: "collection",
  MAIL: "emails",
  TEAM: "the team's channels",
  CHAT: "chat channels",
  ENDPOINTS: "webhooks and browsers",
} as const;
type QueueName = keyof typeof queues;

interface Backlog {
  name: QueueName;
  count: number;
  oldestMs: number;
}

/** Dead letters are in a queue that the Worker only receives from, so it can't ask how many there are. */
export async function checkQueues(env: Pick<Env, QueueName>, now: number): Promise<Check> {
  const names = Object.keys(queues) as QueueName[]; // the keys of a constant
  const backlogs = await Promise.all(
    names.map((name) => readBacklog(name, env[name], now).catch(() => undefined)),
  );
  const silent = names.filter((_, index) => backlogs[index] === undefined);
  const known = backlogs.filter((backlog) => backlog !== undefined);
  const late = known.filter(({ oldestMs }) => latenessStatus(oldestMs) !== "ok");
  if (late.length > 0) {
    return {
      name: "queues",
      status: worstCheckStatus(late.map(({ oldestMs }) => latenessStatus(oldestMs))),
      message: late.map(lateSentence).join(" "),
      fix: "Look at the queue's consumer and the Worker's errors in Cloudflare's dashboard. `npm run deploy` connects the queues again. Messages are kept for four days, and nothing is lost until then.",
    };
  }
  if (silent.length > 0) {
    return {
      name: "queues",
      status: "warning",
      message: `These queues don't say how much waits in them: ${silent.join(", ")}.`,
      fix: "Look in Cloudflare's dashboard whether they exist. `npm run deploy` creates missing ones.",
    };
  }
  const waiting = known.filter(({ count }) => count > 0);
  const message =
    waiting.length === 0
      ? "Nothing waits in the queues."
      : `Messages wait in queues, none for long: ${waiting.map(({ name, count }) => `${count} in ${name}`).join(", ")}.`;
  return { name: "queues", status: "ok", message };
}

async function readBacklog(name: QueueName, queue: Queue, now: number): Promise<Backlog> {
  const metrics = await withTimeout(CHECK_TIMEOUT_MS, queue.metrics(), "timeout");
  const oldest = Number(metrics.oldestMessageTimestamp ?? 0);
  return {
    name,
    count: metrics.backlogCount,
    // Without messages, Cloudflare's time is the epoch.
    oldestMs: metrics.backlogCount > 0 && oldest > 0 ? now - oldest : 0,
  };
}

function lateSentence({ name, count, oldestMs }: Backlog): string {
  const messages = `${count.toLocaleString("en")} message${count === 1 ? "" : "s"}`;
  return `The queue of ${queues[name]} (${name}) has ${messages}, the oldest for ${durationText(oldestMs)}.`;
}
