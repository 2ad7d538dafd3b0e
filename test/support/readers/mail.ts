import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import PostalMime from "postal-mime";
import { expect } from "vitest";
import { localCredentials } from "../../../tools/start/cloudwatch.ts";
import { keepIdleConnections } from "../../../tools/start/idle-connections.ts";
import { startMailService } from "../../../tools/start/mail-service.ts";
import { ServiceError } from "../../../tools/start/service-error.ts";
import { checkSignature } from "../fakes/aws-signature.ts";
import { closeServer, listen } from "../starters/listen.ts";

/** A request to the mail service with a valid signature. */
export interface MailCall {
  region: string;
  method: string;
  path: string;
  input: {
    Destination?: { ToAddresses: string[] };
  };
}

export interface FakeResponse {
  status: number;
  body: string;
  /** The error's type, for the header x-amzn-ErrorType. */
  type?: string;
}

type Outcome = FakeResponse | "hang up";
type Respond = (call: MailCall, defaultResponse: () => Promise<FakeResponse>) => Outcome | Promise<Outcome>;

export type RecordedMail = Awaited<ReturnType<typeof startRecordedMail>>;

/**
 * Starts the mail service of `npm start` behind a proxy that checks signatures like Amazon SES, records calls, and lets
 * a test override responses.
 * @param checksTime false for a test that moves the Worker's clock: then old signatures are valid
 */
export async function startRecordedMail({ rate = 100, checksTime = true } = {}) {
  const service = await startMailService({ rate });
  const respondByDefault: Respond = (_, defaultResponse) => defaultResponse();
  let respond = respondByDefault;
  const calls: MailCall[] = [];
  const server = createServer(async (request, response) => {
    const answer = await respondTo(request).catch(errorResponse);
    if (answer === "hang up") return void request.socket.destroy();
    const { status, body, type } = answer;
    const headers = { "Content-Type": "application/json", ...(type && { "x-amzn-ErrorType": type }) };
    response.writeHead(status, headers).end(body);
  });

  async function respondTo(request: IncomingMessage) {
    const { method = "", url: path = "" } = request;
    const body = await text(request);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const credentials = localCredentials;
    const options = { service: "ses", credentials, ...(!checksTime && { now: signingTimeOf(headers) }) };
    const region = await checkSignature({ method, path, headers, body }, options);
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
  const endpoint = await listen(server);
  return {
    calls,
    /** The Worker's variables for this endpoint. */
    vars: mailVars(endpoint),
    /** All parsed emails, oldest first. */
    mails: () => mailsOf(service.endpoint),
    /** The recipients' addresses, once for each email. */
    async recipients(): Promise<string[]> {
      return (await storedMails(service.endpoint)).flatMap(({ destination }) => destination.to);
    },
    /** The override applies until `restoreResponses`. */
    overrideResponses(next: Respond) {
      respond = next;
    },
    restoreResponses() {
      respond = respondByDefault;
    },
    /** Waits for exactly so many mails. */
    async waitForMails(count: number) {
      await expect.poll(async () => (await storedMails(service.endpoint)).length).toBe(count);
      return mailsOf(service.endpoint);
    },
    async empty() {
      calls.length = 0;
      await fetch(`${service.endpoint}/clear-store`, { method: "POST" });
    },
    async stop() {
      await closeServer(server);
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

function signingTimeOf({ "x-amz-date": date = "" }: Record<string, string>): number {
  return Date.parse(date.replace(/(\d{4})(\d\d)(\d\dT\d\d)(\d\d)/, "$1-$2-$3:$4:"));
}

/** Parsed emails by their ID. An email never changes, and tests poll the mailbox. */
const parsedMails = new Map<string, Awaited<ReturnType<typeof parseMail>>>();

/** Parses the raw emails in a mailbox, each once. */
export async function mailsOf(mailbox: string) {
  return Promise.all(
    (await storedMails(mailbox)).map(async ({ messageId }) => {
      const mail = parsedMails.get(messageId) ?? (await parseMail(mailbox, messageId));
      parsedMails.set(messageId, mail);
      return mail;
    }),
  );
}

async function storedMails(mailbox: string): Promise<StoredMail[]> {
  const { emails } = await (await fetch(`${mailbox}/store`)).json();
  return emails;
}

async function parseMail(mailbox: string, messageId: string) {
  const response = await fetch(`${mailbox}/get-emlContent?messageId=${messageId}`);
  const { body } = (await response.json()) as { body: { data: number[] } };
  const mail = await PostalMime.parse(Uint8Array.from(body.data));
  return { ...mail, serviceID: messageId, header: (name: string) => headerOf(mail.headers, name) };
}

function headerOf(headers: { key: string; value: string }[], name: string): string | undefined {
  return headers.find(({ key }) => key === name.toLowerCase())?.value;
}

/** Builds the service's response for an error. */
export function mailError(status: number, type: string, message: string): FakeResponse {
  return { status, type, body: JSON.stringify({ message }) };
}

function errorResponse(error: unknown): FakeResponse {
  if (!(error instanceof ServiceError)) return mailError(500, "InternalServiceErrorException", String(error));
  return mailError(error.status, error.type, error.message);
}
