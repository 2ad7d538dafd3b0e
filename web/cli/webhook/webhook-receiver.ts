import type { IncomingMessage, Server } from "node:http";
import { SECOND_MS } from "../../../worker/shared/time/domain.ts";
import { parseObject } from "../fields.ts";
import {
  type Signature,
  type SignatureCheck,
  type WebhookHeaders,
  webhookHeaders,
} from "./webhook-signature.ts";

const MAX_BODY_BYTES = 1024 * 1024;
const MAX_REQUEST_MS = 10 * SECOND_MS;

export interface Delivery {
  receivedAt: string;
  signature: Signature;
  status: number;
  headers: WebhookHeaders;
  body: object;
}

interface Receiver {
  checkSignature: SignatureCheck;
  onDelivery: (delivery: Delivery) => void;
  /** Called for requests that are no deliveries. */
  onRefusal: (reason: string) => void;
}

interface Answer {
  status: number;
  text: string;
}

/** A server that takes deliveries at any path, and answers challenges. */
export async function createReceiver(receiver: Receiver): Promise<Server> {
  // Importing it loads fetch, too, which takes half of the time that other commands need to show their help.
  const { createServer } = await import("node:http");
  return createServer({ requestTimeout: MAX_REQUEST_MS }, async (request, response) => {
    const { status, text } = await answer(receiver, request).catch((error: unknown) =>
      refuse(receiver, 400, `it can't be read (${error instanceof Error ? error.message : error}).`),
    );
    const headers = { "Content-Type": "text/plain; charset=utf-8", ...(status === 405 && { Allow: "POST" }) };
    response.writeHead(status, headers).end(text);
  });
}

async function answer(receiver: Receiver, request: IncomingMessage): Promise<Answer> {
  if (request.method !== "POST")
    return refuse(receiver, 405, `it is a ${request.method}, and deliveries are POSTs.`);
  const bytes = await readBody(request);
  if (bytes === undefined) return refuse(receiver, 413, "its body is larger than 1 MiB.");
  const body = parseObject(bytes.toString());
  if (body === undefined) return refuse(receiver, 400, "its body isn't a JSON object.");
  const headers = webhookHeaders(request.headers);
  const signature = receiver.checkSignature(bytes, headers);
  const result = answerTo(body, signature);
  receiver.onDelivery({
    receivedAt: new Date().toISOString(),
    signature,
    status: result.status,
    headers,
    body,
  });
  return result;
}

function refuse({ onRefusal }: Receiver, status: number, reason: string): Answer {
  onRefusal(reason);
  return { status, text: `Refused: ${reason}\n` };
}

function answerTo(body: object, signature: Signature): Answer {
  if (signature !== "verified" && signature !== "unchecked")
    return { status: 401, text: "Refused: the signature isn't valid.\n" };
  if (!("type" in body) || body.type !== "subscription.challenge") return { status: 204, text: "" };
  // The response repeats the challenge, so it must be harmless text.
  const code = "confirmation_code" in body ? body.confirmation_code : undefined;
  if (typeof code === "string" && /^[\w-]+$/.test(code)) return { status: 200, text: code };
  return { status: 400, text: "Refused: the challenge isn't valid.\n" };
}

/** Reads a body that is too large to its end without storing it, because its sender would miss a response before that. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let byteCount = 0;
  for await (const chunk of request) {
    byteCount += chunk.length;
    if (byteCount <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return byteCount <= MAX_BODY_BYTES ? Buffer.concat(chunks) : undefined;
}
