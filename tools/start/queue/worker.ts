// Cloudflare Queues on this machine. Miniflare's own queues keep messages in memory, so that all that was accepted and
// not yet delivered would be lost at the end of the process.
import { WorkerEntrypoint } from "cloudflare:workers";
import type { NewMessage, QueueEnv } from "./queue.ts";

export { Queue } from "./queue.ts";

const MAX_MESSAGE_BYTES = 128_000;
const MAX_BATCH_BYTES = 256_000;
const MAX_BATCH_MESSAGES = 100;

/** What Daymark's Worker has as the binding of a queue: those methods of a producer that it calls. */
export class Producer extends WorkerEntrypoint<QueueEnv, { queueName: string; deliveryDelay?: number }> {
  async send(body: unknown, options?: QueueSendOptions): Promise<void> {
    await this.sendBatch([{ body }], options);
  }

  /** Once this returns, the messages are on disk. */
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
}

/** A batch that Cloudflare would refuse is refused here, too. */
function requireWithinLimits(messages: NewMessage[]): void {
  const bytes = messages.map(({ body }) => new TextEncoder().encode(body).byteLength);
  if (Math.max(...bytes) > MAX_MESSAGE_BYTES) throw new Error("Queue send failed: message too large");
  const total = bytes.reduce((sum, size) => sum + size, 0);
  if (messages.length > MAX_BATCH_MESSAGES || total > MAX_BATCH_BYTES)
    throw new Error("Queue sendBatch failed: batch too large");
}

export default {
  /** Plans every queue's next delivery anew, since wrangler.toml can have changed while messages waited. */
  async fetch(_, { CONSUMERS, QUEUES }) {
    await Promise.all(Object.keys(CONSUMERS).map((name) => QUEUES.getByName(name).planDelivery()));
    return new Response();
  },
} satisfies ExportedHandler<QueueEnv>;
