/** A consumer's settings in wrangler.toml under Miniflare's names. Times are in seconds. */
export interface ConsumerOptions {
  maxBatchSize?: number;
  maxBatchTimeout?: number;
  maxRetries?: number;
  retryDelay?: number;
  deadLetterQueue?: string;
}

/** A row of the table: `body` is JSON, and `timestamp` is milliseconds since the epoch. */
export type StoredMessage = { id: string; timestamp: number; body: string; attempts: number };

export interface DeliveredMessage {
  id: string;
  timestamp: Date;
  body: unknown;
  attempts: number;
}

/** The result of a Worker's `queue` handler, which workerd's types leave out. */
export interface DeliveryResult {
  outcome: string;
  retryBatch: { retry: boolean; delaySeconds?: number };
  retryMessages: { msgId: string; delaySeconds?: number }[];
}

/** @returns by message ID, the delay in seconds that the consumer requested before the retry */
export function failedMessages(
  batch: StoredMessage[],
  { outcome, retryBatch, retryMessages }: DeliveryResult,
) {
  const failed = new Map(retryMessages.map(({ msgId, delaySeconds }) => [msgId, delaySeconds]));
  if (outcome === "ok" && !retryBatch.retry) return failed;
  return new Map(batch.map(({ id }) => [id, failed.get(id) ?? retryBatch.delaySeconds]));
}
