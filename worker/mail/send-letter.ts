import type { StoredSettings } from "../settings/store.ts";
import { tokensOf } from "../subscribers/tokens.ts";
import { MINUTE_MS } from "../time/domain.ts";
import { senderOf, serviceOf } from "./service.ts";
import { MailError, sendMail } from "./ses.ts";
import type { Letter, Outcome } from "./store.ts";
import { type Addressed, composer } from "./templates/compose.ts";

/** Less than the first pause after a failure: the run that follows it finds the mail due, or it would wait for the minute's. */
const FIRST_BACKOFF_MS = 4_500;
const MAX_BACKOFF_MS = 15 * MINUTE_MS;
export const SWITCHED_OFF = "Email notifications were turned off.";

/** Makes and sends mails by these settings. An outcome without a state says that the service failed. */
export function letterSender(
  env: Env,
  settings: StoredSettings,
): (letter: Letter | undefined) => Promise<Outcome> {
  const from = senderOf(settings);
  const compose = composer(serviceOf(env, settings), settings.sourceRegion);

  return async (letter) => {
    const why = withdrawn(letter);
    if (why !== undefined) return { state: "withdrawn", error: why };
    const addressed = letter as Addressed; // what is not withdrawn has somebody to go to
    const attempts = addressed.attempts + 1;
    // Outside of `try`: without SECRET_KEY the run ends, and no mail counts as failed.
    const tokens = await tokensOf(env, addressed.subscriber);
    try {
      return { state: "sent", error: "", serviceID: await sendMail(env, from, compose(addressed, tokens)) };
    } catch (error) {
      const { message } = error as Error; // nothing else is thrown here
      const words = withoutAddress(message, addressed.subscriber.emailAddress, from.address);
      if (error instanceof MailError && (!error.refused || error.senderRefused)) {
        return { attempts, error: words, nextAt: afterBackoff(attempts) };
      }
      // One that can not even be made is no reason for the others to wait.
      return { state: "failed", attempts, error: words };
    }
  };
}

/** Why it is not to be sent any more. */
function withdrawn(letter: Letter | undefined): string | undefined {
  const { kind, subscriber, noticeIsThere, updateIsThere, mailIsOn } = letter ?? {};
  if (!mailIsOn) return SWITCHED_OFF;
  if (!subscriber) return "The subscription was deleted.";
  if (subscriber.state === "ended") return "The subscription has ended.";
  if (kind === "confirmation") return undefined;
  if (subscriber.state !== "confirmed") return "The subscription is not confirmed.";
  if (!noticeIsThere) return `The ${kind} was deleted.`;
  return updateIsThere ? undefined : `The update was deleted.`;
}

/** What is recorded outlives the subscription: an address does not. */
function withoutAddress(words: string, address: string, sender: string): string {
  if (address === "" || address.toLowerCase() === sender.toLowerCase()) return words;
  const literally = address.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return words.replace(new RegExp(literally, "gi"), () => "…");
}

/** Twice as long each time. */
function afterBackoff(attempts: number): string {
  const wait = Math.min(FIRST_BACKOFF_MS * 2 ** (attempts - 1), MAX_BACKOFF_MS);
  return new Date(Date.now() + wait).toISOString();
}
