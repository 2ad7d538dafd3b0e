/** The queues of a wrangler.toml, as wrangler reads them. */
export interface Queues {
  producers: readonly { binding: string; queue: string }[];
  consumers?: readonly { queue: string; dead_letter_queue?: string | null }[] | undefined;
}

/**
 * The value of the Worker's variable QUEUES: by the name of each queue, the binding that sends into it. A dead-letter
 * queue has that of the queue whose messages it takes over, with DEAD_ before it.
 * @throws Error a queue without a consumer
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
