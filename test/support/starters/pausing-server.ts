import { createServer } from "node:http";
import { closeServer, listen } from "./listen.ts";

/**
 * Starts a server that sends the HTML up to the first of the offsets, up to the next one at each call of `sendNext`, and
 * the rest at the last call, like a network that stalls.
 */
export async function startPausingServer(html: string, ...pauseAt: number[]) {
  const offsets = [...pauseAt, html.length];
  const pauses = pauseAt.map(() => Promise.withResolvers<void>());
  const server = createServer(async (_, response) => {
    response.setHeader("Content-Type", "text/html");
    let sent = 0;
    for (const [index, offset] of offsets.entries()) {
      response.write(html.slice(sent, offset));
      sent = offset;
      await pauses[index]?.promise;
    }
    response.end();
  });
  const url = await listen(server);
  const waiting = pauses[Symbol.iterator]();
  return { url, sendNext: () => waiting.next().value?.resolve(), stop: () => closeServer(server) };
}
