/** A consumer's settings in wrangler.toml under Miniflare's names; times in seconds. */
export interface ConsumerOptions {
  maxBatchSize?: number;
  maxBatchTimeout?: number;
  maxRetries?: number;
  retryDelay?: number;
  deadLetterQueue?: string;
}

/** As a row has it: its body is JSON, its time of sending milliseconds since the epoch. */
export type StoredMessage = { id: string; timestamp: number; body: string; attempts: number };

export interface DeliveredMessage {
  id: string;
  timestamp: Date;
  body: unknown;
  attempts: number;
}

/** What workerd answers of a call of a Worker's `queue` handler. Its types leave it out. */
export interface DeliveryResult {
  outcome: string;
  retryBatch: { retry: boolean; delaySeconds?: number };
  retryMessages: { msgId: string; delaySeconds?: number }[];
}

/** The delay before each is delivered again, in seconds, where the consumer asked for one. */
export function failedMessages(
  batch: StoredMessage[],
  { outcome, retryBatch, retryMessages }: DeliveryResult,
) {
  const failed = new Map(retryMessages.map(({ msgId, delaySeconds }) => [msgId, delaySeconds]));
  if (outcome === "ok" && !retryBatch.retry) return failed;
  return new Map(batch.map(({ id }) => [id, failed.get(id) ?? retryBatch.delaySeconds]));
}
