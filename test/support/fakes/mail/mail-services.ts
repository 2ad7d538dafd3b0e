import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { keepIdleConnections } from "../../../../tools/start/idle-connections.ts";
import { closeServer, listen, listener } from "../../starters/listen.ts";

export interface ServiceRequest {
  path: string | undefined;
  /** The header that had the key. */
  key: string | undefined;
  idempotencyKey: string | undefined;
  body: Record<string, unknown>;
}

interface ServiceAnswer {
  status: number;
  body: object;
  headers?: Record<string, string>;
  once?: boolean;
}

export type MailServices = Awaited<ReturnType<typeof startMailServices>>;

/**
 * Starts a fake of the calls that send an email with Resend and Postmark. It answers each with success unless it is told otherwise.
 * @see https://resend.com/docs/api-reference/emails/send-email
 * @see https://postmarkapp.com/developer/api/email-api
 */
export async function startMailServices() {
  const requests: ServiceRequest[] = [];
  let answer: ServiceAnswer | "silent" | undefined;
  const server = createServer(
    listener(async (request, response) => {
      const { url: path, headers } = request;
      const token = headers["x-postmark-server-token"];
      const key = headers.authorization ?? (Array.isArray(token) ? token[0] : token);
      const idempotency = headers["idempotency-key"];
      const idempotencyKey = Array.isArray(idempotency) ? idempotency[0] : idempotency;
      const body = (await json(request)) as ServiceRequest["body"]; // All clients send objects.
      requests.push({ path, key, idempotencyKey, body });
      if (answer === "silent") return;
      const { status, body: answered, headers: more } = answer ?? { status: 200, body: success(path) };
      if (answer?.once) answer = undefined;
      response.writeHead(status, { "Content-Type": "application/json", ...more });
      response.end(JSON.stringify(answered));
    }),
  );
  keepIdleConnections(server);
  const url = await listen(server);
  return {
    url,
    vars: { RESEND_ENDPOINT: url, POSTMARK_ENDPOINT: url },
    requests,
    /** Undefined is success. */
    answerWith(next: ServiceAnswer | "silent" | undefined): void {
      answer = next;
    },
    stop: () => closeServer(server),
  };
}

export const serviceID = "5f0d4bb2-2d5a-4f0b-9c1c-6f0a3a0a7a10";

function success(path: string | undefined): object {
  if (path === "/emails") return { id: serviceID };
  return { To: "", SubmittedAt: "2026-11-29T12:00:00Z", MessageID: serviceID, ErrorCode: 0, Message: "OK" };
}
