import * as z from "zod";
import { log } from "../../http/log.ts";
import { AwsError, type AwsService, awsErrorMessage, callAws } from "../../http/outbound/aws.ts";
import { MINUTE_MS } from "../../shared/time/domain.ts";
import { mailbox } from "./mailbox.ts";
import { type Mail, MailError, type MailProvider, mentions, type Sender } from "./provider.ts";

const ses: AwsService = { signingName: "ses", hostPrefix: "email", name: "Amazon SES" };

const Sent = z.object({ MessageId: z.string() });

export function sesProvider(env: Env, sender: Sender): MailProvider {
  return {
    send: (mail) => sendMail(env, sender, mail),
    sendRate: () => sendRate(env, sender.region),
  };
}

/** @see https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html */
async function sendMail(env: Env, sender: Sender, mail: Mail): Promise<string> {
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
    throw toMailError(error, sender);
  }
}

/** Amazon reports a recipient that bounces or complains to the hook, and not here. */
function toMailError(cause: unknown, { address }: Sender): MailError {
  const message = awsErrorMessage(ses, cause);
  if (!isRefusal(cause)) return new MailError(message, "service", { cause });
  return new MailError(message, mentions(message, address) ? "sender" : "mail", { cause });
}

const Account = z.object({ SendQuota: z.object({ MaxSendRate: z.number().positive() }) });

const SEND_RATE_TTL_MS = 5 * MINUTE_MS;
const rates = new Map<string, { rate: number; until: number }>();

/** If unknown, it is the minimum of every account. */
async function sendRate(env: Env, region: string): Promise<number> {
  const cached = rates.get(region);
  if (cached && Date.now() < cached.until) return cached.rate;
  try {
    const account = Account.parse(await call(env, region, "/v2/email/account"));
    const rate = account.SendQuota.MaxSendRate;
    rates.set(region, { rate, until: Date.now() + SEND_RATE_TTL_MS });
    return rate;
  } catch (error) {
    log("error", { event: "send rate unknown", error: awsErrorMessage(ses, error) });
    rates.set(region, { rate: 1, until: Date.now() + MINUTE_MS });
    return 1;
  }
}

function call(env: Env, region: string, path: string, input?: object): Promise<unknown> {
  return callAws(env, ses, {
    region,
    endpoint: "SES_ENDPOINT",
    path,
    method: input ? "POST" : "GET",
    headers: input ? { "Content-Type": "application/json" } : {},
    ...(input && { input }),
    retries: 0,
  });
}

function isRefusal(error: unknown): boolean {
  return error instanceof AwsError && /^(MessageRejected|BadRequest|NotFound)/.test(error.type);
}
