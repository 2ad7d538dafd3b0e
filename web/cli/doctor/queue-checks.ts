import { durationText, latenessStatus, worstCheckStatus } from "../../../worker/health/domain.ts";
import { type Fields, toFields, toObjects } from "../fields.ts";
import { count } from "../output.ts";
import type { Account } from "./account-api.ts";
import { unreadable } from "./account-problems.ts";
import type { Expected } from "./expected.ts";
import type { Check } from "./findings.ts";

/** Checks that the Worker receives from each queue, and what waits in them. The Worker itself can't see its dead letters. */
export async function checkAccountQueues(account: Account, expected: Expected): Promise<Check[]> {
  const answer = await account.read("/queues");
  if ("problem" in answer) return [unreadable("queues", "the queues", "Queues: Read", answer)];
  const byName = new Map(toObjects(answer.result).map((queue) => [String(queue.queue_name), queue] as const));
  const found = expected.consumers
    .map(({ queue }) => byName.get(queue))
    .filter((queue) => queue !== undefined);
  const backlogs = await Promise.all(found.map((queue) => readBacklog(account, queue)));
  const isDead = (name: string) => expected.consumers.some(({ deadLetters }) => deadLetters === name);
  return [
    checkConsumers(expected, byName),
    checkWaiting(backlogs.filter(({ name }) => !isDead(name))),
    checkDeadLetters(backlogs.filter(({ name }) => isDead(name))),
  ];
}

function checkConsumers({ worker, consumers }: Expected, byName: Map<string, Fields>): Check {
  const name = "queues";
  const problems = consumers.flatMap(({ queue, deadLetters }) => {
    const found = byName.get(queue);
    if (!found) return [`The queue ${queue} doesn't exist.`];
    if (toFields(found.settings).delivery_paused === true) return [`The queue ${queue} is paused.`];
    // Cloudflare documents the first name, and its own wrangler reads the others.
    const consumer = toObjects(found.consumers).find(({ script_name, script, service }) =>
      [script_name, script, service].includes(worker),
    );
    if (!consumer) return [`The Worker doesn't receive from the queue ${queue}.`];
    return (consumer.dead_letter_queue ?? "") === deadLetters
      ? []
      : [`The queue ${queue} has other dead letters than ${deadLetters || "none"}.`];
  });
  if (problems.length === 0)
    return { name, status: "ok", message: `The Worker receives from all ${consumers.length} queues.` };
  return {
    name,
    status: "error",
    message: problems.join(" "),
    fix: "`npm run deploy` creates and connects queues. One that is paused goes on after `npx wrangler queues resume-delivery <queue>`.",
  };
}

interface Backlog {
  name: string;
  /** `undefined` if Cloudflare doesn't say it. */
  messages: number | undefined;
  ageMs: number;
}

async function readBacklog({ read }: Account, { queue_id: id, queue_name }: Fields): Promise<Backlog> {
  const name = String(queue_name);
  const answer = await read(`/queues/${encodeURIComponent(String(id))}/metrics`);
  const { backlog_count: messages, oldest_message_timestamp_ms: oldest } =
    "problem" in answer ? {} : toFields(answer.result);
  if (typeof messages !== "number") return { name, messages: undefined, ageMs: 0 };
  // It is 0 where the oldest message isn't known.
  return { name, messages, ageMs: typeof oldest === "number" && oldest > 0 ? Date.now() - oldest : 0 };
}

function checkWaiting(backlogs: Backlog[]): Check {
  const name = "backlog";
  const late = backlogs.filter(({ ageMs }) => latenessStatus(ageMs) !== "ok");
  if (late.length > 0)
    return {
      name,
      status: worstCheckStatus(late.map(({ ageMs }) => latenessStatus(ageMs))),
      message: late
        .map((backlog) => `${backlogText(backlog)}, the oldest for ${durationText(backlog.ageMs)}.`)
        .join(" "),
      fix: "Look at the Worker's errors in Cloudflare's dashboard.",
    };
  const unknown = backlogs.filter(({ messages }) => messages === undefined);
  if (unknown.length > 0)
    return {
      name,
      status: "warning",
      message: `Cloudflare doesn't say what waits in ${unknown.map(({ name }) => name).join(", ")}.`,
      fix: "Give the token the permission Queues: Read.",
    };
  const waiting = backlogs.filter(({ messages }) => messages);
  const message =
    waiting.length === 0 ? "Nothing waits." : `None waits for long. ${waiting.map(backlogText).join(", ")}.`;
  return { name, status: "ok", message };
}

function checkDeadLetters(backlogs: Backlog[]): Check {
  const name = "dead letters";
  const waiting = backlogs.filter(({ messages }) => messages);
  if (waiting.length === 0) return { name, status: "ok", message: "There are none." };
  return {
    name,
    status: "warning",
    message: `${waiting.map(backlogText).join(", ")}: metric points that couldn't be stored for days.`,
    fix: "The Worker tries them again every four hours, for as long as the queue keeps them. Its log says why it couldn't store them.",
  };
}

function backlogText({ name, messages = 0 }: Backlog): string {
  return `${count(messages, "message")} in ${name}`;
}
