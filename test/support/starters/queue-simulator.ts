import type { DatapointsMessage } from "../../../worker/metrics/points/points-queue.ts";
import { SECOND_MS } from "../../../worker/shared/time/domain.ts";
import type { QueueReport, SentMessage } from "../workers/faulty-queues.ts";
import type { Daymark } from "./daymark.ts";
import { readBuiltConfig } from "./worker-config.ts";

type Fault = "d1" | "d1-writes" | "r2" | "queues";

interface SimulatedMessage {
  id: string;
  body: unknown;
  /** The number of deliveries so far. */
  attempts: number;
  /** Milliseconds of the simulated clock. */
  dueAt: number;
}

/** A consumer of the Worker's configuration, as Miniflare takes it. */
interface Consumer {
  maxBatchSize?: number;
  maxBatchTimeout?: number;
  maxRetries?: number;
  retryDelay?: number;
  deadLetterQueue?: string;
}

/** More messages than this mean that they multiply. */
const MAX_MESSAGES = 5000;
const BINDINGS = ["DATAPOINTS", "BACKLOG", "COLLECTION"] as const;

/**
 * Simulates Cloudflare's queues for the Worker of the tests with a clock of its own, so that days take no time. It takes the
 * messages that the Worker sends, delivers them to the Worker's consumers by their configuration (batch size, retries,
 * delays, dead-letter queue), and counts. Messages of the email queue are counted only.
 */
export async function simulateQueues(daymark: Daymark) {
  const { options } = await readBuiltConfig();
  const consumers = new Map(Object.entries((options.queueConsumers ?? {}) as Record<string, Consumer>));
  const producers = (options.queueProducers ?? {}) as Record<string, { queueName: string }>;
  const queues = new Map<string, SimulatedMessage[]>();
  const startedAt = daymark.now();
  let now = 0;
  let nextID = 0;
  /**
   * Totals since the start. Cloudflare bills `operations`: a message is written, read with each delivery, and deleted.
   * `sent` counts messages with points, and `points` the points in them.
   */
  const counts = {
    operations: 0,
    sent: 0,
    points: 0,
    deliveries: 0,
    runs: 0,
    deadLetters: 0,
    dropped: 0,
    puts: 0,
    rowsWritten: 0,
  };

  async function report(headers: Record<string, string> = {}): Promise<void> {
    const response = await daymark.fetch("/x-test-queues", {
      headers: {
        "x-test-hold-queues": "on",
        "x-test-ahead": String(startedAt + now - Date.now()),
        ...headers,
      },
    });
    const { sent, puts, rowsWritten } = (await response.json()) as QueueReport;
    counts.puts += puts;
    counts.rowsWritten += rowsWritten;
    for (const message of sent) enqueue(message);
  }

  function enqueue({ binding, body, delaySeconds }: SentMessage): void {
    counts.operations += binding === "MAIL" ? 3 : 2;
    const queue = BINDINGS.find((simulated) => simulated === binding) && producers[binding]?.queueName;
    if (queue === undefined) return;
    if (binding !== "COLLECTION") {
      counts.sent += 1;
      // The Worker sends only this type to these queues.
      for (const { points } of body as DatapointsMessage) counts.points += points.length;
    }
    if (counts.sent > MAX_MESSAGES) throw new Error(`The Worker has sent ${counts.sent} messages.`);
    nextID += 1;
    put(queue, { id: `message-${nextID}`, body, attempts: 0, dueAt: now + delaySeconds * SECOND_MS });
  }

  function put(queue: string, message: SimulatedMessage): void {
    queues.set(queue, [...(queues.get(queue) ?? []), message]);
  }

  /** The queue whose next message is due first. */
  function next(): { queue: string; dueAt: number } | undefined {
    return [...queues]
      .flatMap(([queue, messages]) => messages.map(({ dueAt }) => ({ queue, dueAt })))
      .sort((one, other) => one.dueAt - other.dueAt)[0];
  }

  async function deliverFrom(queue: string): Promise<void> {
    const consumer = consumers.get(queue);
    if (!consumer) throw new Error(`The queue ${queue} has no consumer.`);
    const { maxBatchSize = 10, maxRetries = 3, retryDelay = 0, deadLetterQueue } = consumer;
    const messages = queues.get(queue) ?? [];
    const batch = messages
      .filter(({ dueAt }) => dueAt <= now)
      .sort((one, other) => one.dueAt - other.dueAt)
      .slice(0, maxBatchSize);
    queues.set(
      queue,
      messages.filter((message) => !batch.includes(message)),
    );
    for (const message of batch) message.attempts += 1;
    counts.runs += 1;
    counts.deliveries += batch.length;
    counts.operations += batch.length;
    const { outcome, retryBatch, retryMessages } = await daymark.deliverMessages(queue, batch);
    const delays = new Map(retryMessages.map(({ msgId, delaySeconds }) => [msgId, delaySeconds]));
    for (const message of batch) {
      const isRetried = outcome !== "ok" || retryBatch.retry || delays.has(message.id);
      if (!isRetried) continue;
      const delay = delays.get(message.id) ?? retryBatch.delaySeconds ?? retryDelay;
      if (message.attempts <= maxRetries) put(queue, { ...message, dueAt: now + delay * SECOND_MS });
      else if (deadLetterQueue === undefined) counts.dropped += 1;
      else {
        counts.deadLetters += 1;
        put(deadLetterQueue, { ...message, attempts: 0, dueAt: now });
      }
    }
    await report();
  }

  await report();
  return {
    counts,
    /** The Worker's current time in milliseconds since the epoch. */
    clock: () => startedAt + now,
    /** The number of messages in the queues. */
    waiting: () => [...queues.values()].flat().length,
    /** Makes every call of these bindings fail, and of no others, until `repairBindings`. */
    breakBindings: (...faults: Fault[]) => report({ "x-test-broken": faults.join() }),
    repairBindings: () => report({ "x-test-broken": "" }),
    /** Puts a message into the queue without the Worker. */
    send: (body: unknown) => enqueue({ binding: "DATAPOINTS", body, delaySeconds: 0 }),
    /** Advances the simulated clock while the queues deliver nothing. */
    async pause(durationMs: number): Promise<void> {
      now += durationMs;
      await report();
    },
    /** Advances the simulated clock and delivers all messages that become due. */
    async run(durationMs: number): Promise<void> {
      const end = now + durationMs;
      await report();
      for (let due = next(); due && due.dueAt <= end; due = next()) {
        const { maxBatchTimeout = 5 } = consumers.get(due.queue) ?? {};
        now = Math.max(now, due.dueAt + maxBatchTimeout * SECOND_MS);
        await deliverFrom(due.queue);
      }
      now = Math.max(now, end);
      await report();
    },
  };
}
