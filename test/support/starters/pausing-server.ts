import { createServer } from "node:http";
import { closeServer, listen } from "./listen.ts";

/** Starts a server that sends the HTML up to `pauseAt`, and the rest after `sendRest`, like a network that stalls. */
export async function startPausingServer(html: string, pauseAt: number) {
  const { promise, resolve: sendRest } = Promise.withResolvers<void>();
  const server = createServer(async (_, response) => {
    response.setHeader("Content-Type", "text/html");
    response.write(html.slice(0, pauseAt));
    await promise;
    response.end(html.slice(pauseAt));
  });
  return { url: await listen(server), sendRest, stop: () => closeServer(server) };
}
