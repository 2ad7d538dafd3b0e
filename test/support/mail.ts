import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import PostalMime from "postal-mime";
import { checkSignature, ServiceError } from "../../tools/start/aws-signature.ts";
import { localCredentials } from "../../tools/start/cloudwatch.ts";
import { keepIdleConnections } from "../../tools/start/idle-connections.ts";
import { startMailService } from "../../tools/start/mail-service.ts";

/** A call of the mail service whose signature is good. */
interface MailCall {
  region: string;
  method: string;
  path: string;
  input: {
    Destination?: { ToAddresses: string[] };
  };
}

interface Answer {
  status: number;
  body: string;
  /** The kind of error. */
  type?: string;
}

type Spoiled = Answer | "hang up";
type Respond = (call: MailCall, usual: () => Promise<Answer>) => Spoiled | Promise<Spoiled>;

export type WatchedMail = Awaited<ReturnType<typeof startWatchedMail>>;

/**
 * The mail service of `npm start`, behind a door that checks signatures as Amazon would, takes notes, and spoils.
 * Where a test moves the Worker's clock, the door does not check when a call was signed.
 */
export async function startWatchedMail({ rate = 100, checksTime = true } = {}) {
  const service = await startMailService({ rate });
  const usually: Respond = (_, usual) => usual();
  let respond = usually;
  const calls: MailCall[] = [];
  const server = createServer(async (request, response) => {
    const answer = await answerTo(request).catch(refused);
    if (answer === "hang up") return void request.socket.destroy();
    const { status, body, type } = answer;
    const headers = { "Content-Type": "application/json", ...(type && { "x-amzn-ErrorType": type }) };
    response.writeHead(status, headers).end(body);
  });

  async function answerTo(request: IncomingMessage) {
    const { method = "", url: path = "" } = request;
    const body = await text(request);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const credentials = localCredentials;
    const how = { service: "ses", credentials, ...(!checksTime && { now: dateOf(headers) }) };
    const region = await checkSignature({ method, path, headers, body }, how);
    const call = { region, method, path, input: body === "" ? {} : JSON.parse(body) };
    calls.push(call);
    return respond(call, async () => {
      const { authorization = "", "content-type": type = "" } = headers;
      const init = { method, headers: { authorization, "content-type": type }, ...(body && { body }) };
      const response = await fetch(service.endpoint + path, init);
      return { status: response.status, body: await response.text() };
    });
  }

  keepIdleConnections(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // listens on TCP: never a string
  return {
    calls,
    /** What the Worker needs to find it. */
    vars: mailVars(`http://127.0.0.1:${port}`),
    /** Every mail that has come, the first first, as a mail program reads it. */
    mails: () => mailsOf(service.endpoint),
    /** Whom a mail has been sent to, once for each mail. */
    async recipients(): Promise<string[]> {
      const { emails } = await (await fetch(`${service.endpoint}/store`)).json();
      return emails.flatMap(({ destination }: StoredMail) => destination.to);
    },
    /** Has something else stand between calls and their answers, until it heals. */
    spoil(next: Respond) {
      respond = next;
    },
    heal() {
      respond = usually;
    },
    async empty() {
      calls.length = 0;
      await fetch(`${service.endpoint}/clear-store`, { method: "POST" });
    },
    async stop() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      await service.stop();
    },
  };
}

interface StoredMail {
  messageId: string;
  destination: { to: string[] };
}

export function mailVars(endpoint: string) {
  return {
    SES_ENDPOINT: endpoint,
    AWS_ACCESS_KEY_ID: localCredentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: localCredentials.secretAccessKey,
  };
}

/** When a call says that it was signed. */
function dateOf({ "x-amz-date": date = "" }: Record<string, string>): number {
  return Date.parse(date.replace(/(\d{4})(\d\d)(\d\dT\d\d)(\d\d)/, "$1-$2-$3:$4:"));
}

/** The mails in a mailbox, parsed from what would go over the wire. */
export async function mailsOf(mailbox: string) {
  const { emails } = (await (await fetch(`${mailbox}/store`)).json()) as { emails: StoredMail[] };
  return Promise.all(
    emails.map(async ({ messageId }) => {
      const response = await fetch(`${mailbox}/get-emlContent?messageId=${messageId}`);
      const { body } = (await response.json()) as { body: { data: number[] } };
      const mail = await PostalMime.parse(Uint8Array.from(body.data));
      return { ...mail, serviceID: messageId, header: (name: string) => headerOf(mail.headers, name) };
    }),
  );
}

function headerOf(headers: { key: string; value: string }[], name: string): string | undefined {
  return headers.find(({ key }) => key === name.toLowerCase())?.value;
}

/** An error as the service answers it. */
export function mailFailure(status: number, type: string, message: string): Answer {
  return { status, type, body: JSON.stringify({ message }) };
}

function refused(error: unknown): Answer {
  if (!(error instanceof ServiceError))
    return mailFailure(500, "InternalServiceErrorException", String(error));
  return mailFailure(error.status, error.type, error.message);
}
