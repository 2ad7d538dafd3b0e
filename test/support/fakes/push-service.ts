import { createECDH, randomBytes } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { decrypt } from "http_ece";
import { keepIdleConnections } from "../../../tools/start/idle-connections.ts";
import type { PushMessage } from "../../../worker/notify/push/domain.ts";
import { closeServer, listen, listener } from "../starters/listen.ts";

export interface ReceivedPush {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

type Respond = (push: ReceivedPush, response: ServerResponse) => void;

export type PushService = Awaited<ReturnType<typeof startPushService>>;

/** Starts a push service that records each message and accepts it. */
export async function startPushService() {
  const pushes: ReceivedPush[] = [];
  let respond: Respond | undefined;
  const server = createServer(
    listener(async (request, response) => {
      const push = { path: request.url ?? "", headers: request.headers, body: await buffer(request) };
      pushes.push(push);
      if (respond) respond(push, response);
      else response.writeHead(201).end();
    }),
  );
  keepIdleConnections(server);
  const url = await listen(server);
  return {
    url,
    pushes,
    /** Applies until `reset`. */
    overrideResponses(next: Respond) {
      respond = next;
    },
    reset() {
      respond = undefined;
      pushes.length = 0;
    },
    stop: () => closeServer(server),
  };
}

let browsers = 0;

/** What a browser knows after `PushManager.subscribe()`. @param origin the push service's */
export function makeBrowser(origin: string) {
  browsers += 1;
  const path = `/push/${browsers}`;
  const privateKey = createECDH("prime256v1");
  const p256dh = privateKey.generateKeys("base64url");
  const authSecret = randomBytes(16).toString("base64url");
  return {
    path,
    endpoint: origin + path,
    keys: { p256dh, auth: authSecret },
    read: ({ body }: ReceivedPush) =>
      JSON.parse(decrypt(body, { version: "aes128gcm", privateKey, authSecret }).toString()) as PushMessage,
  };
}

export type Browser = ReturnType<typeof makeBrowser>;
