import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { keepIdleConnections } from "../../../tools/start/idle-connections.ts";
import { closeServer, listen, listener } from "../starters/listen.ts";

export interface ReceivedPost {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests compare single fields of several shapes
  json: any;
}

type Respond = (post: ReceivedPost, response: ServerResponse) => void;

export type WebhookReceiver = Awaited<ReturnType<typeof startWebhookReceiver>>;

/** Starts a receiver of webhooks and chat messages that records each post, and answers challenges and everything else with 200. */
export async function startWebhookReceiver() {
  const posts: ReceivedPost[] = [];
  let respond: Respond | undefined;
  const server = createServer(
    listener(async (request, response) => {
      const body = await text(request);
      const post = { path: request.url ?? "", headers: request.headers, body, json: JSON.parse(body) };
      posts.push(post);
      if (respond) respond(post, response);
      else answerChallenge(post, response);
    }),
  );
  keepIdleConnections(server);
  const url = await listen(server);
  return {
    url,
    posts,
    /** The posts to one address, without challenges. */
    updates: (path: string) => posts.filter((post) => post.path === path && !isChallenge(post)),
    /** The posts to one address about incidents and maintenances. */
    notices: (path: string) => posts.filter((post) => post.path === path && post.json.incident),
    /** The override applies until `reset`. */
    overrideResponses(next: Respond) {
      respond = next;
    },
    reset() {
      respond = undefined;
      posts.length = 0;
    },
    stop: () => closeServer(server),
  };
}

export function answerChallenge(post: ReceivedPost, response: ServerResponse): void {
  response.end(isChallenge(post) ? post.json.confirmation_code : "");
}

export function isChallenge({ json }: ReceivedPost): boolean {
  return json.type === "subscription.challenge";
}
