import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { keepIdleConnections } from "../../tools/start/idle-connections.ts";

export const siteKey = "0x4AAAAAAAsiteKey";
export const secretKey = "0x4AAAAAAAsecretKeyThatNobodyMaySee";

interface Asked {
  secret: string;
  response: string;
  remoteip?: string;
}

export type Turnstile = Awaited<ReturnType<typeof startTurnstile>>;

/**
 * In the place of Cloudflare's siteverify: takes each token that it has given once.
 * https://developers.cloudflare.com/turnstile/get-started/server-side-validation/
 */
export async function startTurnstile() {
  const asked: Asked[] = [];
  const given = new Set<string>();
  let trouble: "down" | "silent" | "internal error" | "no JSON" | undefined;
  const server = createServer(async (request, response) => {
    const input = (await json(request)) as Asked; // the test's own Worker sends it
    asked.push(input);
    if (trouble === "down") return void request.socket.destroy();
    if (trouble === "silent") return;
    response.writeHead(200, { "Content-Type": "application/json" });
    if (trouble === "no JSON") return void response.end("<html>");
    response.end(JSON.stringify(verdictOn(input)));
  });

  function verdictOn({ secret, response }: Asked) {
    if (trouble === "internal error") return { success: false, "error-codes": ["internal-error"] };
    if (secret !== secretKey) return { success: false, "error-codes": ["invalid-input-secret"] };
    if (!given.delete(response))
      return { success: false, "error-codes": ["invalid-input-response"], messages: [] };
    return {
      success: true,
      challenge_ts: new Date().toISOString(),
      hostname: "localhost",
      "error-codes": [],
    };
  }

  keepIdleConnections(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // listens on TCP: never a string
  let tokens = 0;
  return {
    asked,
    vars: { TURNSTILE_ENDPOINT: `http://127.0.0.1:${port}/turnstile/v0/siteverify` },
    /** What the widget gives a person. */
    token() {
      tokens += 1;
      given.add(`token-${tokens}`);
      return `token-${tokens}`;
    },
    spoil(next: typeof trouble) {
      trouble = next;
    },
    async stop() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}
