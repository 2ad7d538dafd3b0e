import { unavailable } from "../http/errors.ts";

/** @throws Refusal 503 if the queue is down or overloaded */
export async function sendBatch<Body>(queue: Queue<Body>, bodies: Body[]): Promise<void> {
  const messages = bodies.map((body) => ({ body, contentType: "json" as const }));
  try {
    await queue.sendBatch(messages);
  } catch (error) {
    throw unavailable(error);
  }
}
