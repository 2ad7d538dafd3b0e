import { createServer } from "node:http";
import { listen } from "../../support/starters/listen.ts";

type Responses = Record<string, object>;
export type ScriptedPool = Awaited<ReturnType<typeof startScriptedPool>>;

/** Starts a user pool that returns the given response to each operation. One with a `__type` is an error. */
export async function startScriptedPool(responses: Responses) {
  const server = createServer((request, response) => {
    const headers = { "Access-Control-Allow-Origin": "*", "Access-Control-Allow-Headers": "*" };
    const [, operation = ""] = String(request.headers["x-amz-target"]).split(".");
    const body = responses[operation] ?? {};
    response.writeHead("__type" in body ? 400 : 200, headers).end(JSON.stringify(body));
  });
  return { responses, endpoint: `${await listen(server)}/`, stop: () => void server.close() };
}
