import { SECOND_MS } from "../../shared/time/domain.ts";
import { MAX_ERROR_CHARACTERS, truncate } from "../../shared/truncate.ts";
import { withTimeout } from "../../shared/with-timeout.ts";
import {
  type Mail,
  MailError,
  type MailFault,
  type MailProvider,
  refusedPart,
  type Sender,
} from "./provider.ts";

/**
 * Cloudflare publishes no rate for the binding, so this is that of its API: 1,200 requests in five minutes. A daily quota is
 * reported when it is reached.
 * @see https://developers.cloudflare.com/fundamentals/api/reference/limits/
 * @see https://developers.cloudflare.com/email-service/platform/limits/
 */
const MAILS_PER_SECOND = 4;
const MAX_SUBJECT_CHARACTERS = 998;
/** As for Amazon SES. A send that hangs for longer than a run's lease would be repeated beside it. */
const TIMEOUT_MS = 10 * SECOND_MS;

const NO_RESPONSE = "Cloudflare's Email Service has not responded in 10 seconds.";
export const NO_EMAIL_BINDING =
  "This installation has no binding for Cloudflare's Email Service. docs/email.md says how to add it.";

/** `npm run deploy` leaves the binding out unless it is asked for. */
export function hasEmailBinding(env: { EMAIL?: unknown }): boolean {
  return env.EMAIL !== undefined;
}

export function cloudflareProvider(env: Env, sender: Sender): MailProvider {
  return {
    send: (mail) => sendMail(env, sender, mail),
    sendRate: async () => MAILS_PER_SECOND,
  };
}

/** @see https://developers.cloudflare.com/email-service/api/send-emails/workers-api/ */
async function sendMail(env: Env, { name, address }: Sender, mail: Mail): Promise<string> {
  if (!hasEmailBinding(env)) throw new MailError(NO_EMAIL_BINDING, "service");
  const { to, subject, html, text, headers } = mail;
  try {
    const sending = env.EMAIL.send({
      from: name === "" ? address : { name, email: address },
      to,
      subject: subject.slice(0, MAX_SUBJECT_CHARACTERS),
      html,
      text,
      headers,
    });
    const { messageId } = await withTimeout(TIMEOUT_MS, sending, NO_RESPONSE);
    return toMessageID(messageId);
  } catch (error) {
    throw toMailError(error, { address, to });
  }
}

/** It becomes part of the headers of later mails, so only what can be a Message-ID is kept. */
function toMessageID(messageID: unknown): string {
  const [, id] = /^<?([!-;=?-~]{1,150}@[!-;=?-~]{1,150})>?$/.exec(String(messageID)) ?? [];
  return id === undefined ? "" : `<${id}>`;
}

const faults = new Map<string, MailFault>([
  ["E_RECIPIENT_SUPPRESSED", "suppressed"],
  ["E_DELIVERY_FAILED", "delivery"],
  ["E_SENDER_NOT_VERIFIED", "sender"],
  ["E_SENDER_DOMAIN_NOT_AVAILABLE", "sender"],
  ["E_CONTENT_TOO_LARGE", "mail"],
  ["E_FIELD_MISSING", "mail"],
]);

/** @see https://developers.cloudflare.com/email-service/api/send-emails/workers-api/#error-codes */
function toMailError(cause: unknown, addresses: { address: string; to: string }): MailError {
  const { code, message } = readCodeAndMessage(cause);
  return new MailError(truncate(message, MAX_ERROR_CHARACTERS), toMailFault(code, message, addresses), {
    cause,
  });
}

/** What is unknown, throttles or pauses the account is retried: it says nothing about this mail. */
function toMailFault(code: string, message: string, addresses: { address: string; to: string }): MailFault {
  if (code.startsWith("E_HEADER")) return "mail";
  if (code !== "E_VALIDATION_ERROR") return faults.get(code) ?? "service";
  // One code for all fields: only the message tells them apart.
  return refusedPart(message, addresses);
}

/** An error of the binding has a `code`, which its message repeats if the runtime drops properties of errors. */
function readCodeAndMessage(cause: unknown): { code: string; message: string } {
  const { code, message = "" } = (cause ?? {}) as { code?: unknown; message?: unknown }; // anything can be thrown
  const text = typeof message === "string" ? message.trim() : "";
  const known = typeof code === "string" ? code : (/\bE_[A-Z_]+\b/.exec(text)?.[0] ?? "");
  return { code: known, message: text || known || "Cloudflare's Email Service gave no reason." };
}
