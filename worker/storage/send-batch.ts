import { unavailable } from "../http/errors.ts";

export async function sendBatch<Body>(queue: Queue<Body>, bodies: Body[]): Promise<void> {
  const messages = bodies.map((body) => ({ body, contentType: "json" as const }));
  try {
    await queue.sendBatch(messages);
  } catch (error) {
    throw unavailable(error);
  }
}
