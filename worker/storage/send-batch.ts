import { unavailable } from "../http/errors.ts";

/** @throws Refusal 503 where the queue takes no messages: it does not answer, or asks to slow down */
export async function sendBatch<Body>(queue: Queue<Body>, bodies: Body[]): Promise<void> {
  const messages = bodies.map((body) => ({ body, contentType: "json" as const }));
  try {
    await queue.sendBatch(messages);
  } catch (error) {
    throw unavailable(error);
  }
}
