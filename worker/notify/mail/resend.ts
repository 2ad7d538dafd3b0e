import { isSuccess, isUnauthorized, saysLater } from "../../http/outbound/status.ts";
import { type Answer, callMailService, refusal, serviceID } from "./keyed-service.ts";
import { mailbox } from "./mailbox.ts";
import { type Mail, type MailFault, type MailProvider, refusedPart, type Sender } from "./provider.ts";

const SERVICE = "Resend";
/** Every team may send so many a second until Resend says another figure, which it does with each answer. */
const MAILS_PER_SECOND = 2;
const MAX_RATE = 100;

let rate = MAILS_PER_SECOND;

/** @see https://resend.com/docs/api-reference/emails/send-email */
export function resendProvider(env: Env, sender: Sender): MailProvider {
  let retryAfterMs = 0;
  return {
    async send(mail) {
      let answer = await callResend(env, sender, mail, { "Idempotency-Key": `daymark-${mail.id}` });
      // The text changed since a try whose outcome is unknown. An email that comes twice is better than none.
      if (answer.fields.name === "invalid_idempotent_request")
        answer = await callResend(env, sender, mail, {});
      rate = readRate(answer) ?? rate;
      if (isSuccess(answer.status)) return serviceID("resend", answer.fields.id);
      ({ retryAfterMs } = answer);
      throw refusal(SERVICE, answer, answer.fields.message, toFault(answer, sender, mail.to));
    },
    sendRate: async () => rate,
    retryAfterMs: () => retryAfterMs,
  };
}

/** @see https://resend.com/docs/dashboard/emails/idempotency-keys */
function callResend(
  env: Env,
  sender: Sender,
  { to, subject, html, text, headers }: Mail,
  idempotency: Record<string, string>,
): Promise<Answer> {
  return callMailService(env, {
    service: SERVICE,
    endpoint: "RESEND_ENDPOINT",
    defaultAddress: "https://api.resend.com",
    path: "/emails",
    headers: (key) => ({ Authorization: `Bearer ${key}`, "User-Agent": "daymark", ...idempotency }),
    input: { from: mailbox(sender), to: [to], subject, html, text, headers },
    encryptedKey: sender.encryptedKey,
  });
}

/** @see https://resend.com/docs/api-reference/rate-limit */
function readRate({ headers }: Answer): number | undefined {
  const limit = Number(headers.get("ratelimit-limit"));
  return Number.isInteger(limit) && limit > 0 ? Math.min(limit, MAX_RATE) : undefined;
}

/** @see https://resend.com/docs/api-reference/errors */
function toFault(
  { status, fields: { name, message = "" } }: Answer,
  { address }: Sender,
  to: string,
): MailFault {
  if (saysLater(status) || name === "concurrent_idempotent_requests") return "service";
  // A wrong key, a domain that isn't verified, or an account that may write only to its owner.
  if (isUnauthorized(status)) return "sender";
  const text = String(message);
  if (/\bAPI key\b/i.test(text)) return "sender";
  if (/`to`/.test(text)) return "recipient";
  const fault = refusedPart(text, { address, to });
  return fault === "mail" && /`from`/.test(text) ? "sender" : fault;
}
