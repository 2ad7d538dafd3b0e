import { MailError } from "../provider.ts";
import { ConnectionError, openConnection, type Reply } from "./connection.ts";
import { type Addresses, refusal, type Step } from "./refusal.ts";

export interface SmtpServer {
  host: string;
  /** 465 begins with TLS, and 587 changes to it before anything is sent that matters. */
  port: number;
  user: string;
  password: string;
  /** Where the server is: its host and port, except in tests. */
  address: { hostname: string; port: number };
  /** The name by which Daymark greets it. */
  clientName: string;
}

export interface Envelope {
  address: string;
  to: string;
  /** Its lines end with CRLF. */
  message: string;
}

export interface Session {
  signIn: () => Promise<void>;
  send: (envelope: Envelope) => Promise<void>;
  /** Forgets an email that was refused. It also finds out whether the server is still there. */
  reset: () => Promise<void>;
  quit: () => Promise<void>;
  close: () => void;
}

/** @see https://www.rfc-editor.org/rfc/rfc5321 */
export function openSession(server: SmtpServer): Session {
  const usesTLS = server.port === 465;
  const connection = openConnection(server.address, usesTLS);
  const redact = redactor(server);

  async function command(step: Step, text: string, expected: number[], addresses: Addresses = {}) {
    await connection.write(`${text}\r\n`);
    return requireReply(step, await connection.read(), expected, addresses);
  }

  function requireReply(step: Step, reply: Reply, expected: number[], addresses: Addresses = {}): Reply {
    if (expected.includes(reply.code)) return reply;
    throw refusal(step, reply, { host: server.host, addresses, redact });
  }

  async function greet(): Promise<string[]> {
    const { lines } = await command("EHLO", `EHLO ${server.clientName}`, [250]);
    return lines.slice(1).map((line) => line.trim().toUpperCase());
  }

  return {
    async signIn() {
      await explain(
        connection.opened(),
        `${server.host} could not be reached on port ${server.port}${
          usesTLS ? ", or its certificate isn't valid" : ""
        }.`,
      );
      requireReply("greeting", await connection.read(), [220]);
      let offers = await greet();
      if (!usesTLS) {
        if (!offers.includes("STARTTLS"))
          throw new MailError(
            `${server.host} doesn't offer STARTTLS on port 587, so the password was not sent to it.`,
            "sender",
          );
        await command("STARTTLS", "STARTTLS", [220]);
        connection.startTLS();
        offers = await explain(greet(), `The certificate of ${server.host} isn't valid.`);
      }
      await authenticate(offers, server, (text, expected) => command("AUTH", text, expected));
    },
    async send({ address, to, message }) {
      const addresses = { address, to };
      await command("MAIL", `MAIL FROM:<${pathAddress(address)}>`, [250], addresses);
      await command("RCPT", `RCPT TO:<${pathAddress(to)}>`, [250, 251], addresses);
      await command("DATA", "DATA", [354], addresses);
      await command("DATA", `${message.replace(/^\./gm, "..")}.`, [250], addresses);
    },
    async reset() {
      await command("RSET", "RSET", [250]);
    },
    quit: () => connection.write("QUIT\r\n"),
    close: connection.close,
  };
}

/** @see https://www.rfc-editor.org/rfc/rfc4954 */
async function authenticate(
  offers: string[],
  { host, user, password }: SmtpServer,
  send: (text: string, expected: number[]) => Promise<Reply>,
): Promise<void> {
  const methods = offers.find((line) => /^AUTH[ =]/.test(line))?.split(/[ =]+/) ?? [];
  if (methods.includes("PLAIN")) {
    await send(`AUTH PLAIN ${base64(`\0${user}\0${password}`)}`, [235]);
    return;
  }
  if (!methods.includes("LOGIN"))
    throw new MailError(`${host} offers no sign-in with a password (AUTH PLAIN or LOGIN).`, "sender");
  await send("AUTH LOGIN", [334]);
  await send(base64(user), [334]);
  await send(base64(password), [235]);
}

/** Replaces errors of the connection, because workerd's say nothing that an administrator can use. */
async function explain<T>(work: Promise<T>, message: string): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (cause instanceof MailError || cause instanceof ConnectionError) throw cause;
    throw new MailError(message, "service", { cause });
  }
}

/** A line break or bracket would begin another command. */
function pathAddress(address: string): string {
  if (/^[!-;=?-~]+@[!-;=?-~]+$/.test(address)) return address;
  throw new MailError("The address can't be sent to an SMTP server.", "mail");
}

function redactor({ user, password }: SmtpServer): (text: string) => string {
  const secrets = [`\0${user}\0${password}`, password].flatMap((secret) => [base64(secret), secret]);
  return (text) => secrets.reduce((rest, secret) => rest.replaceAll(secret, "…"), text);
}

function base64(text: string): string {
  return new TextEncoder().encode(text).toBase64();
}
