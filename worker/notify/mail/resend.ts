import { isSuccess, isUnauthorized, saysLater } from "../../http/outbound/status.ts";
import { type Answer, callMailService, refusal } from "./keyed-service.ts";
import { mailbox } from "./mailbox.ts";
import { type MailFault, type MailProvider, refusedPart, type Sender } from "./provider.ts";

const SERVICE = "Resend";
/** Every team may send so many a second until Resend says another figure, which it does with each answer. */
const MAILS_PER_SECOND = 2;
const MAX_RATE = 100;

let rate = MAILS_PER_SECOND;

/** @see https://resend.com/docs/api-reference/emails/send-email */
export function resendProvider(env: Env, sender: Sender): MailProvider {
  return {
    async send({ to, subject, html, text, headers }) {
      const answer = await callMailService(env, {
        service: SERVICE,
        endpoint: "RESEND_ENDPOINT",
        defaultAddress: "https://api.resend.com",
        path: "/emails",
        headers: (key) => ({ Authorization: `Bearer ${key}`, "User-Agent": "daymark" }),
        input: { from: mailbox(sender), to: [to], subject, html, text, headers },
        encryptedKey: sender.encryptedKey,
      });
      rate = readRate(answer) ?? rate;
      if (isSuccess(answer.status)) return ""; // its ID is not the email's Message-ID
      throw refusal(SERVICE, answer, answer.fields.message, toFault(answer, sender, to));
    },
    sendRate: async () => rate,
  };
}

/** @see https://resend.com/docs/api-reference/rate-limit */
function readRate({ headers }: Answer): number | undefined {
  const limit = Number(headers.get("ratelimit-limit"));
  return Number.isInteger(limit) && limit > 0 ? Math.min(limit, MAX_RATE) : undefined;
}

/** @see https://resend.com/docs/api-reference/errors */
function toFault({ status, fields: { message = "" } }: Answer, { address }: Sender, to: string): MailFault {
  if (saysLater(status)) return "service";
  // A wrong key, a domain that isn't verified, or an account that may write only to its owner.
  if (isUnauthorized(status)) return "sender";
  const text = String(message);
  if (/\bAPI key\b/i.test(text)) return "sender";
  if (/`to`/.test(text)) return "recipient";
  const fault = refusedPart(text, { address, to });
  return fault === "mail" && /`from`/.test(text) ? "sender" : fault;
}
