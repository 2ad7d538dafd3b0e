// Replaces Cloudflare Queues in `npm start`. Miniflare's own queues keep messages in memory, so accepted messages would be
// lost when the process ends.
import { WorkerEntrypoint } from "cloudflare:workers";
import type { NewMessage, QueueEnv } from "./queue.ts";

export { Queue } from "./queue.ts";

const MAX_MESSAGE_BYTES = 128_000;
const MAX_BATCH_BYTES = 256_000;
const MAX_BATCH_MESSAGES = 100;

export class Producer extends WorkerEntrypoint<QueueEnv, { queueName: string; deliveryDelay?: number }> {
  async send(body: unknown, options?: QueueSendOptions): Promise<void> {
    await this.sendBatch([{ body }], options);
  }

  async sendBatch(requests: MessageSendRequest[], options?: QueueSendBatchOptions): Promise<void> {
    const { queueName, deliveryDelay = 0 } = this.ctx.props;
    const messages = requests.map(({ body, delaySeconds = options?.delaySeconds ?? deliveryDelay }) => ({
      id: crypto.randomUUID(),
      timestamp: Date.now(),
      body: JSON.stringify(body),
      delaySeconds,
    }));
    requireWithinLimits(messages);
    await this.env.QUEUES.getByName(queueName).add(messages);
  }

  async metrics(): Promise<QueueMetrics> {
    return this.env.QUEUES.getByName(this.ctx.props.queueName).metrics();
  }
}

/** Cloudflare refuses larger batches, too. */
function requireWithinLimits(messages: NewMessage[]): void {
  const bytes = messages.map(({ body }) => new TextEncoder().encode(body).byteLength);
  if (Math.max(...bytes) > MAX_MESSAGE_BYTES) throw new Error("Queue send failed: message too large");
  const total = bytes.reduce((sum, size) => sum + size, 0);
  if (messages.length > MAX_BATCH_MESSAGES || total > MAX_BATCH_BYTES)
    throw new Error("Queue sendBatch failed: batch too large");
}

export default {
  /** Plans the next delivery of every queue again, because wrangler.toml may have changed since the last stop. */
  async fetch(_, { CONSUMERS, QUEUES }) {
    await Promise.all(Object.keys(CONSUMERS).map((name) => QUEUES.getByName(name).planDelivery()));
    return new Response();
  },
} satisfies ExportedHandler<QueueEnv>;
