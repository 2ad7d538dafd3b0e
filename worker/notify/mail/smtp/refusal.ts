import { MAX_ERROR_CHARACTERS, truncate } from "../../../shared/truncate.ts";
import { MailError, type MailFault, mentions } from "../provider.ts";
import type { Reply } from "./connection.ts";

export type Step = "greeting" | "EHLO" | "STARTTLS" | "AUTH" | "MAIL" | "RCPT" | "DATA" | "RSET";

/** @param redact removes credentials, which a server could repeat */
export function refusal(
  step: Step,
  reply: Reply,
  { host, addresses, redact }: { host: string; addresses: Addresses; redact: (text: string) => string },
): MailError {
  const words = reply.lines
    .join(" ")
    .replace(/\s+/g, " ")
    .replace(/\p{Cc}/gu, "")
    .trim();
  const text = redact(`${reply.code} ${words}`.trim());
  const message = reply.code < 400 ? `${host} gave an unexpected answer to ${step}: ${text}` : text;
  return new MailError(truncate(message, MAX_ERROR_CHARACTERS), toFault(step, reply, addresses));
}

/** They are missing where no email is being sent. */
export interface Addresses {
  address?: string;
  to?: string;
}

/**
 * Codes of three parts say more than those of SMTP itself, but not every server has them.
 * @see https://www.rfc-editor.org/rfc/rfc3463
 */
function toFault(step: Step, { code, lines }: Reply, { address = "", to }: Addresses): MailFault {
  const text = lines.join(" ");
  const detail = /^[45]\.\d{1,3}\.\d{1,3}\b/.exec(text)?.[0] ?? "";
  if (code < 500) return step === "RCPT" && /^4\.[12]\./.test(detail) ? "delivery" : "service";
  // Google uses it for a daily limit.
  if (detail === "5.4.5" || step === "greeting" || step === "EHLO") return "service";
  if (step === "DATA") return address !== "" && mentions(text, address) ? "sender" : "mail";
  if (step !== "RCPT" || to === address) return "sender";
  if (/\brelay/i.test(text) || /^5\.1\.[78]$/.test(detail)) return "sender";
  const isUnknown = detail === "" ? [550, 551, 553].includes(code) : /^5\.(1\.\d+|2\.1)$/.test(detail);
  return isUnknown ? "recipient" : "mail";
}
