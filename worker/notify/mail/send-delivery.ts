import { consoleLink } from "../../http/console-link.ts";
import type { StoredSettings } from "../../settings/store.ts";
import { MINUTE_MS } from "../../shared/time/domain.ts";
import type { Delivery } from "../deliveries/store.ts";
import { withdrawalReason } from "../outbox/withdrawal.ts";
import { computeTokens } from "../subscribers/tokens.ts";
import { MailError, type MailProvider } from "./provider.ts";
import { toMailService } from "./service.ts";
import { type Addressed, composer } from "./templates/compose.ts";

/** Less than the first retry delay of a run, so that the run finds the mail due. */
const FIRST_BACKOFF_MS = 4_500;
const MAX_BACKOFF_MS = 15 * MINUTE_MS;
/** Cloudflare gives up on a recipient's server by itself first, so this takes only ten minutes. */
const MAX_DELIVERY_ATTEMPTS = 8;
export const MAIL_OFF_ERROR = "Email notifications were turned off.";

/** The delivery is due again at `nextAt` if there is no state. */
export interface SentMail {
  state?: "sent" | "failed" | "withdrawn";
  error: string;
  attempts?: number;
  nextAt?: string;
  serviceID?: string;
  /** The service refused the recipient, and not only this mail. */
  refusedAs?: "recipient" | "suppressed";
}

export function deliverySender(
  env: Env,
  settings: StoredSettings,
  provider: MailProvider,
): (delivery: Delivery) => Promise<SentMail> {
  const compose = composer(toMailService(env, settings), settings.sourceRegion, consoleLink(env));

  return async (delivery) => {
    const withdrawal = withdrawalReason(delivery, MAIL_OFF_ERROR);
    if (withdrawal !== undefined) return { state: "withdrawn", error: withdrawal };
    const addressed = delivery as Addressed; // without a subscriber it is withdrawn
    const attempts = addressed.attempts + 1;
    // This is outside of `try`, so that without SECRET_KEY the run ends and no mail counts as failed.
    const tokens = await computeTokens(env, addressed.subscriber);
    try {
      return { state: "sent", error: "", serviceID: await provider.send(compose(addressed, tokens)) };
    } catch (error) {
      const { message } = error as Error; // nothing else is thrown here
      const reason = redactAddress(message, addressed.subscriber.emailAddress, settings.sourceEmailAddress);
      const fault = error instanceof MailError ? error.fault : "mail";
      if (fault === "service" || fault === "sender")
        return { attempts, error: reason, nextAt: backoffEnd(attempts) };
      if (fault === "delivery" && attempts < MAX_DELIVERY_ATTEMPTS)
        return { attempts, error: "", nextAt: backoffEnd(attempts) };
      const refusedAs = fault === "recipient" || fault === "suppressed" ? fault : undefined;
      return { state: "failed", attempts, error: reason, ...(refusedAs && { refusedAs }) };
    }
  };
}

/** A mail that waits without an error waits for its recipient's server, which stops no other mail. */
export function hasServiceFailed({ state, error }: SentMail): boolean {
  return state === undefined && error !== "";
}

/** The record outlives the subscription, which must delete the address. */
function redactAddress(message: string, address: string, sender: string): string {
  if (address === "" || address.toLowerCase() === sender.toLowerCase()) return message;
  const pattern = address.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return message.replace(new RegExp(pattern, "gi"), () => "…");
}

function backoffEnd(attempts: number): string {
  const waitMs = Math.min(FIRST_BACKOFF_MS * 2 ** (attempts - 1), MAX_BACKOFF_MS);
  return new Date(Date.now() + waitMs).toISOString();
}
