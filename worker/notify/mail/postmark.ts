import { isSuccess, isUnauthorized, saysLater } from "../../http/outbound/status.ts";
import { type Answer, callMailService, refusal, serviceID } from "./keyed-service.ts";
import { mailbox } from "./mailbox.ts";
import { type MailFault, type MailProvider, refusedPart, type Sender } from "./provider.ts";

const SERVICE = "Postmark";
/** Postmark names no limit, and answers with 429 where it is reached. */
const MAILS_PER_SECOND = 10;

/** @see https://postmarkapp.com/developer/api/email-api */
export function postmarkProvider(env: Env, sender: Sender): MailProvider {
  let retryAfterMs = 0;
  return {
    async send({ to, subject, html, text, headers }) {
      const answer = await callMailService(env, {
        service: SERVICE,
        endpoint: "POSTMARK_ENDPOINT",
        defaultAddress: "https://api.postmarkapp.com",
        path: "/email",
        headers: (key) => ({ "X-Postmark-Server-Token": key }),
        input: {
          From: mailbox(sender),
          To: to,
          Subject: subject,
          HtmlBody: html,
          TextBody: text,
          Headers: Object.entries(headers).map(([Name, Value]) => ({ Name, Value })),
          MessageStream: "outbound",
        },
        encryptedKey: sender.encryptedKey,
      });
      if (isSuccess(answer.status)) return serviceID("postmark", answer.fields.MessageID);
      ({ retryAfterMs } = answer);
      throw refusal(SERVICE, answer, answer.fields.Message, toFault(answer, sender, to));
    },
    sendRate: async () => MAILS_PER_SECOND,
    retryAfterMs: () => retryAfterMs,
  };
}

const faults = new Map<unknown, MailFault>([
  [10, "sender"], // a wrong token
  [400, "sender"], // the sender's signature isn't known
  [401, "sender"], // nor confirmed
  [405, "service"], // the account has no credits
  [406, "suppressed"], // the recipient bounced or complained
  [412, "sender"], // the account may write only to its own domain
  [413, "service"], // the account may not send
]);

/** @see https://postmarkapp.com/developer/api/overview#error-codes */
function toFault({ status, fields }: Answer, { address }: Sender, to: string): MailFault {
  if (saysLater(status)) return "service";
  if (isUnauthorized(status)) return "sender";
  const known = faults.get(fields.ErrorCode);
  if (known) return known;
  const text = String(fields.Message);
  if (/'To'/.test(text)) return "recipient";
  const fault = refusedPart(text, { address, to });
  return fault === "mail" && /'From'/.test(text) ? "sender" : fault;
}
