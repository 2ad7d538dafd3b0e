import { HttpError } from "../http/errors.ts";
import type { StoredSettings } from "../settings/store.ts";
import { senderOf, serviceOf } from "./service.ts";
import { MailError, sendMail } from "./ses.ts";
import { testEmail } from "./templates/test-email.tsx";

/** @throws HttpError with the email service's message: 400 if the settings are at fault, otherwise 502 */
export async function sendTestMail(env: Env, settings: StoredSettings, to: string): Promise<void> {
  try {
    const headers = { "Auto-Submitted": "auto-generated" };
    await sendMail(env, senderOf(settings), { to, headers, ...testEmail(serviceOf(env, settings)) });
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    throw new HttpError(error.isRefused ? 400 : 502, error.message, { cause: error });
  }
}
