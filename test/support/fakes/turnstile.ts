import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { keepIdleConnections } from "../../../tools/start/idle-connections.ts";
import { closeServer, listen, listener } from "../starters/listen.ts";

export const siteKey = "0x4AAAAAAAsiteKey";
export const secretKey = "0x4AAAAAAAsecretKeyThatNobodyMaySee";

interface SiteverifyInput {
  secret: string;
  response: string;
  remoteip?: string;
}

export type Turnstile = Awaited<ReturnType<typeof startTurnstile>>;

/**
 * Starts a fake of Cloudflare's siteverify that accepts each issued token once.
 * @see https://developers.cloudflare.com/turnstile/get-started/server-side-validation/
 */
export async function startTurnstile() {
  const requests: SiteverifyInput[] = [];
  const unusedTokens = new Set<string>();
  let failure: "down" | "silent" | "internal error" | "no JSON" | undefined;
  const server = createServer(
    listener(async (request, response) => {
      const input = (await json(request)) as SiteverifyInput; // The Worker under test is the only client.
      requests.push(input);
      if (failure === "down") return void request.socket.destroy();
      if (failure === "silent") return;
      response.writeHead(200, { "Content-Type": "application/json" });
      if (failure === "no JSON") return void response.end("<html>");
      response.end(JSON.stringify(verify(input)));
    }),
  );

  function verify({ secret, response }: SiteverifyInput) {
    if (failure === "internal error") return { success: false, "error-codes": ["internal-error"] };
    if (secret !== secretKey) return { success: false, "error-codes": ["invalid-input-secret"] };
    if (!unusedTokens.delete(response))
      return { success: false, "error-codes": ["invalid-input-response"], messages: [] };
    return {
      success: true,
      challenge_ts: new Date().toISOString(),
      hostname: "localhost",
      "error-codes": [],
    };
  }

  keepIdleConnections(server);
  const origin = await listen(server);
  let tokens = 0;
  return {
    requests,
    vars: { TURNSTILE_ENDPOINT: `${origin}/turnstile/v0/siteverify` },
    /** Returns a new token, like the widget in a browser. */
    issueToken() {
      tokens += 1;
      unusedTokens.add(`token-${tokens}`);
      return `token-${tokens}`;
    },
    failWith(next: typeof failure) {
      failure = next;
    },
    stop: () => closeServer(server),
  };
}
