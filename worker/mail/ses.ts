import * as z from "zod";
import { AwsError, type AwsService, awsErrorMessage, callAws } from "../http/aws.ts";
import { log } from "../http/log.ts";
import { MINUTE_MS } from "../time/domain.ts";

/** Amazon Simple Email Service, version 2 of its API. */
const service: AwsService = { id: "ses", host: "email", name: "Amazon SES" };

export interface Sender {
  region: string;
  name: string;
  address: string;
}

export interface Mail {
  to: string;
  subject: string;
  html: string;
  text: string;
  /** In printable ASCII. The service sets Message-ID and Date itself, whatever stands here. */
  headers: Record<string, string>;
}

/** Why a mail has not gone out. */
export class MailError extends Error {
  /** The service will not take this mail; otherwise the same mail can go out later. */
  readonly refused: boolean;
  /** What it will not take is the sender: as long as that is so, no mail to anybody. */
  readonly senderRefused: boolean;

  constructor(cause: unknown, { address }: Sender) {
    super(awsErrorMessage(service, cause), { cause });
    this.refused = isRefused(cause);
    this.senderRefused = this.refused && names(this.message, address);
  }
}

const Sent = z.object({ MessageId: z.string() });

/**
 * @returns what the service calls the mail
 * @throws MailError with the service's own words
 * @see https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html
 */
export async function sendMail(env: Env, sender: Sender, mail: Mail): Promise<string> {
  const utf8 = (Data: string) => ({ Data, Charset: "UTF-8" });
  const input = {
    FromEmailAddress: mailbox(sender),
    Destination: { ToAddresses: [mail.to] },
    Content: {
      Simple: {
        Subject: utf8(mail.subject),
        Body: { Html: utf8(mail.html), Text: utf8(mail.text) },
        Headers: Object.entries(mail.headers).map(([Name, Value]) => ({ Name, Value })),
      },
    },
  };
  try {
    return Sent.parse(await call(env, sender.region, "/v2/email/outbound-emails", input)).MessageId;
  } catch (error) {
    throw new MailError(error, sender);
  }
}

const Account = z.object({ SendQuota: z.object({ MaxSendRate: z.number().positive() }) });

const KEPT = 5 * MINUTE_MS;
const rates = new Map<string, { rate: number; until: number }>();

/** How many mails a second the account may send; the least that any account may, where the service does not tell. */
export async function sendRate(env: Env, region: string): Promise<number> {
  const kept = rates.get(region);
  if (kept && Date.now() < kept.until) return kept.rate;
  try {
    const account = Account.parse(await call(env, region, "/v2/email/account"));
    const rate = account.SendQuota.MaxSendRate;
    rates.set(region, { rate, until: Date.now() + KEPT });
    return rate;
  } catch (error) {
    log("error", { event: "send rate unknown", error: awsErrorMessage(service, error) });
    rates.set(region, { rate: 1, until: Date.now() + MINUTE_MS });
    return 1;
  }
}

function call(env: Env, region: string, path: string, input?: object): Promise<unknown> {
  return callAws(env, service, {
    region,
    endpoint: "SES_ENDPOINT",
    path,
    method: input ? "POST" : "GET",
    headers: input ? { "Content-Type": "application/json" } : {},
    ...(input && { input }),
    retries: 0,
  });
}

/** All other errors are about the account, the moment or the way there. */
function isRefused(error: unknown): boolean {
  return error instanceof AwsError && /^(MessageRejected|BadRequest|NotFound)/.test(error.type);
}

/** Whether the words name the address, or its domain by itself: in a reader's address the domain says nothing. */
function names(words: string, address: string): boolean {
  const named = words
    .toLowerCase()
    .split(/[\s,;<>"']+/)
    .map((word) => word.replace(/[.:]+$/, ""));
  const whole = address.toLowerCase();
  return named.includes(whole) || named.includes(whole.slice(whole.lastIndexOf("@") + 1));
}

/** RFC 5322 §3.4, the name encoded where it has to be; one that looks encoded has to be, too. */
function mailbox({ name, address }: Sender): string {
  const plain = /^[\x20-\x7e]*$/.test(name) && !name.includes("=?");
  const asWords = plain ? `"${name.replace(/[\\"]/g, "\\$&")}"` : encodedWords(name);
  return name === "" ? address : `${asWords} <${address}>`;
}

/** A text for a header's value in ASCII (RFC 2047), in pieces of 75 characters at most. */
function encodedWords(text: string): string {
  const words: string[] = [];
  let word = "";
  for (const character of text) {
    // 45 bytes are 60 characters of base64.
    if (bytesOf(word + character).length > 45) {
      words.push(word);
      word = "";
    }
    word += character;
  }
  return [...words, word].map((each) => `=?UTF-8?B?${bytesOf(each).toBase64()}?=`).join(" ");
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
