import { HttpError } from "../../http/errors.ts";
import type { StoredSettings } from "../../settings/store.ts";
import { newID } from "../../storage/ids.ts";
import { MailError } from "./provider.ts";
import { newMailProvider } from "./providers.ts";
import { toMailService } from "./service.ts";
import { testEmail } from "./templates/test-email.tsx";

/** @throws HttpError with the email service's message: 400 if the settings are at fault, otherwise 502 */
export async function sendTestMail(env: Env, settings: StoredSettings, to: string): Promise<void> {
  const provider = newMailProvider(env, settings);
  try {
    const headers = { "Auto-Submitted": "auto-generated" };
    await provider.send({ id: newID(), to, headers, ...testEmail(toMailService(env, settings)) });
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    const isElsewhere = error.fault === "service" || error.fault === "delivery";
    throw new HttpError(isElsewhere ? 502 : 400, error.message, { cause: error });
  } finally {
    await provider.close?.();
  }
}
