import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

type Answers = Record<string, object>;
export type AnsweringPool = Awaited<ReturnType<typeof startAnsweringPool>>;

/** A user pool that says of each operation what a test wants it to; a `__type` makes it a refusal. */
export async function startAnsweringPool(answers: Answers) {
  const server = createServer((request, response) => {
    const headers = { "Access-Control-Allow-Origin": "*", "Access-Control-Allow-Headers": "*" };
    const [, operation = ""] = String(request.headers["x-amz-target"]).split(".");
    const answer = answers[operation] ?? {};
    response.writeHead("__type" in answer ? 400 : 200, headers).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // it listens
  return { answers, endpoint: `http://127.0.0.1:${port}/`, stop: () => void server.close() };
}
