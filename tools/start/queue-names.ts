export interface Queues {
  producers: readonly { binding: string; queue: string }[];
  consumers?: readonly { queue: string; dead_letter_queue?: string | null }[] | undefined;
}

/**
 * The value of the Worker's variable QUEUES: the producer's binding by the name of its queue. A dead-letter queue has the
 * binding of its original queue with the prefix DEAD_.
 * @throws Error if a queue has no consumer
 */
export function bindingsByQueue({ producers, consumers = [] }: Queues): Record<string, string> {
  const bindings = new Map(producers.map(({ queue, binding }) => [queue, binding]));
  for (const { queue, dead_letter_queue: deadLetters } of consumers) {
    const binding = bindings.get(queue);
    if (deadLetters && binding && !bindings.has(deadLetters)) bindings.set(deadLetters, `DEAD_${binding}`);
  }
  const consumed = new Set(consumers.map(({ queue }) => queue));
  for (const queue of bindings.keys())
    if (!consumed.has(queue)) throw new Error(`wrangler.toml has no consumer for the queue ${queue}.`);
  return Object.fromEntries(bindings);
}
