import { DurableObject } from "cloudflare:workers";
import { SECOND_MS } from "../../../worker/shared/time/domain.ts";
import {
  type ConsumerOptions,
  type DeliveredMessage,
  type DeliveryResult,
  failedMessages,
  type StoredMessage,
} from "./delivery.ts";

export interface QueueEnv {
  QUEUES: DurableObjectNamespace<Queue>;
  CONSUMERS: Record<string, ConsumerOptions>;
  CONSUMER: {
    queue(name: string, messages: DeliveredMessage[]): Promise<DeliveryResult>;
  };
}

export type NewMessage = Omit<StoredMessage, "attempts"> & { delaySeconds: number };

/** A queue on disk. It delivers each message at least once, and one batch at a time. */
export class Queue extends DurableObject<QueueEnv> {
  readonly #sql = this.ctx.storage.sql;
  readonly #name = this.#findName();

  constructor(ctx: DurableObjectState, env: QueueEnv) {
    super(ctx, env);
    this.#sql.exec(
      `CREATE TABLE IF NOT EXISTS messages (
         position INTEGER PRIMARY KEY,
         id TEXT NOT NULL UNIQUE,
         timestamp INTEGER NOT NULL,
         body TEXT NOT NULL,
         attempts INTEGER NOT NULL DEFAULT 1,
         due_at INTEGER NOT NULL
       );
       CREATE INDEX IF NOT EXISTS messages_by_due_at ON messages (due_at, position);`,
    );
  }

  async add(messages: NewMessage[]): Promise<void> {
    for (const { id, timestamp, body, delaySeconds } of messages) {
      this.#sql.exec(
        // A message is added to its dead-letter queue before it is deleted here, so it may be added twice.
        "INSERT OR IGNORE INTO messages (id, timestamp, body, due_at) VALUES (?, ?, ?, ?)",
        id,
        timestamp,
        body,
        Date.now() + delaySeconds * SECOND_MS,
      );
    }
    await this.planDelivery();
  }

  metrics(): QueueMetrics {
    const { count, bytes, oldest } = this.#sql
      .exec<{ count: number; bytes: number; oldest: number | null }>(
        "SELECT count(*) AS count, coalesce(sum(length(body)), 0) AS bytes, min(timestamp) AS oldest FROM messages",
      )
      .one();
    return {
      backlogCount: count,
      backlogBytes: bytes,
      ...(oldest !== null && { oldestMessageTimestamp: new Date(oldest) }),
    };
  }

  /** A full batch is delivered immediately, any other once its oldest message has waited for `maxBatchTimeout`. */
  async planDelivery(): Promise<void> {
    const consumer = this.env.CONSUMERS[this.#name];
    if (!consumer) return;
    const { maxBatchSize = 10, maxBatchTimeout = 5 } = consumer;
    const [first] = this.#sql.exec<{ due_at: number }>("SELECT due_at FROM messages ORDER BY due_at LIMIT 1");
    if (!first) return;
    const isFull = this.#selectDue(maxBatchSize).length === maxBatchSize;
    const at = isFull ? Date.now() : first.due_at + maxBatchTimeout * SECOND_MS;
    // workerd drops an alarm that is set while one for the same millisecond runs.
    await this.ctx.storage.setAlarm(Math.max(at, Date.now() + 1));
  }

  override async alarm(): Promise<void> {
    const consumer = this.env.CONSUMERS[this.#name];
    if (!consumer) return;
    const { maxBatchSize = 10, maxRetries = 3, retryDelay = 0 } = consumer;
    const batch = this.#selectDue(maxBatchSize);
    if (batch.length > 0) {
      const result = await this.#deliver(batch);
      const failed = failedMessages(batch, result);
      const dead = batch.filter(({ id, attempts }) => failed.has(id) && attempts > maxRetries);
      if (dead.length > 0) await this.#moveToDeadLetters(dead, consumer.deadLetterQueue);
      for (const message of batch) {
        if (!failed.has(message.id) || dead.includes(message)) this.#delete(message);
        else this.#retryLater(message, failed.get(message.id) ?? retryDelay);
      }
    }
    await this.planDelivery();
  }

  /** A Durable Object that an alarm starts doesn't know its name, so its ID is compared with that of each queue. */
  #findName(): string {
    const { CONSUMERS, QUEUES } = this.env;
    return Object.keys(CONSUMERS).find((name) => QUEUES.idFromName(name).equals(this.ctx.id)) ?? "";
  }

  #selectDue(count: number): StoredMessage[] {
    return this.#sql
      .exec<StoredMessage>(
        "SELECT id, timestamp, body, attempts FROM messages WHERE due_at <= ? ORDER BY due_at, position LIMIT ?",
        Date.now(),
        count,
      )
      .toArray();
  }

  async #deliver(batch: StoredMessage[]): Promise<DeliveryResult> {
    const messages = batch.map(({ id, timestamp, body, attempts }) => ({
      id,
      timestamp: new Date(timestamp),
      body: JSON.parse(body),
      attempts,
    }));
    try {
      return await this.env.CONSUMER.queue(this.#name, messages);
    } catch (error) {
      this.#log("messages not delivered", batch, error);
      return { outcome: "exception", retryBatch: { retry: true }, retryMessages: [] };
    }
  }

  #delete({ id }: StoredMessage): void {
    this.#sql.exec("DELETE FROM messages WHERE id = ?", id);
  }

  #retryLater({ id, attempts }: StoredMessage, delaySeconds: number): void {
    this.#sql.exec(
      "UPDATE messages SET attempts = ?, due_at = ? WHERE id = ?",
      attempts + 1,
      Date.now() + delaySeconds * SECOND_MS,
      id,
    );
  }

  async #moveToDeadLetters(dead: StoredMessage[], deadLetterQueue: string | undefined): Promise<void> {
    if (deadLetterQueue === undefined) return this.#log("messages dropped after their last retry", dead);
    const messages = dead.map(({ id, timestamp, body }) => ({ id, timestamp, body, delaySeconds: 0 }));
    await this.env.QUEUES.getByName(deadLetterQueue).add(messages);
  }

  #log(event: string, messages: StoredMessage[], error?: unknown): void {
    const entry = { level: "error", event, queue: this.#name, messages: messages.length };
    console.error(JSON.stringify(error === undefined ? entry : { ...entry, error: String(error) }));
  }
}
