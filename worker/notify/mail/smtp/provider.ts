import { sha256 } from "../../../shared/hash.ts";
import { SECOND_MS } from "../../../shared/time/domain.ts";
import { resultWithin } from "../../../shared/with-timeout.ts";
import { decrypt } from "../../../storage/secret-key.ts";
import { type Mail, MailError, type MailProvider, type Sender } from "../provider.ts";
import { isPrivateServer } from "../require-provider.ts";
import type { Session, SmtpServer } from "./session.ts";

/** Few enough that a run has one sender, so that one connection has one email at a time. */
const MAILS_PER_SECOND = 5;
/** As for Amazon SES. A send that hangs for longer than a run's lease would be repeated beside it. */
const TIMEOUT_MS = 10 * SECOND_MS;
const QUIT_MS = SECOND_MS;

/** Any SMTP server that takes a password over TLS. A run sends its emails through one connection. */
export function smtpProvider(env: Env, sender: Sender): MailProvider {
  const { host } = sender.smtp;
  let session: Session | undefined;

  function end(): void {
    session?.close();
    session = undefined;
  }

  async function open(): Promise<Session> {
    const server = await toServer(env, sender);
    const { openSession } = await import("./session.ts");
    session = openSession(server);
    await session.signIn();
    return session;
  }

  async function sendNow(mail: Mail): Promise<string> {
    const { toMessage } = await import("./message.ts");
    const id = (await sha256(mail.id)).slice(0, 32);
    const messageID = `<${id}@${sender.address.slice(sender.address.lastIndexOf("@") + 1)}>`;
    const message = toMessage(sender, mail, messageID);
    const envelope = { address: sender.address, to: mail.to, message };
    // Servers close a connection after some emails, or after some seconds without one.
    await session?.reset().catch(end);
    session ??= await open();
    await session.send(envelope);
    return messageID;
  }

  return {
    async send(mail) {
      try {
        const outcome = await resultWithin(TIMEOUT_MS, sendNow(mail));
        if (outcome) return outcome.result;
        throw new MailError(`${host} did not answer within 10 seconds.`, "service");
      } catch (error) {
        if (!(error instanceof MailError) || error.fault === "service" || error.fault === "sender") end();
        if (error instanceof MailError) throw error;
        const { ConnectionError } = await import("./connection.ts");
        const what = error instanceof ConnectionError ? ` ${error.message}` : "";
        throw new MailError(`The connection to ${host} failed.${what}`, "service", { cause: error });
      }
    },
    sendRate: async () => MAILS_PER_SECOND,
    async close() {
      if (session) await resultWithin(QUIT_MS, session.quit()).catch(() => undefined);
      end();
    },
  };
}

/** @throws MailError if there is no server or password that can be used */
async function toServer(env: Env, { smtp: { host, port, user }, encryptedKey }: Sender): Promise<SmtpServer> {
  if (host === "") throw new MailError("No SMTP server is set. Enter it in Settings.", "sender");
  if (isPrivateServer(env, host)) throw new MailError(`${host} is a private address.`, "sender");
  const password = await decrypt(env, "mail-key", encryptedKey);
  if (password === undefined)
    throw new MailError("The password of the SMTP server can't be read. Enter it again.", "service");
  const [, testHost, testPort] = /^([^:]+):(\d+)$/.exec(env.SMTP_ENDPOINT) ?? [];
  const address = testHost ? { hostname: testHost, port: Number(testPort) } : { hostname: host, port };
  return { host, port, user, password, address, clientName: new URL(env.STATUS_PAGE_URL).hostname };
}
