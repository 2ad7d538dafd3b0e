import { Refusal } from "../http/errors.ts";
import type { StoredSettings } from "../settings/store.ts";
import { senderOf, serviceOf } from "./service.ts";
import { MailError, sendMail } from "./ses.ts";
import { testLetter } from "./templates/test-letter.tsx";

/**
 * Sends a mail that says nothing but that mails arrive, by the settings given.
 * @throws Refusal with the service's own words: 400 where it is about what is set, 502 where it is not
 */
export async function sendTestMail(env: Env, settings: StoredSettings, to: string): Promise<void> {
  try {
    const headers = { "Auto-Submitted": "auto-generated" };
    await sendMail(env, senderOf(settings), { to, headers, ...testLetter(serviceOf(env, settings)) });
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    throw new Refusal(error.refused ? 400 : 502, error.message, { cause: error });
  }
}
