import { isolateDirection } from "../../../web/shared/isolate-direction.ts";
import type { StoredSettings } from "../../settings/store.ts";
import type { Sender } from "./provider.ts";
import type { MailService } from "./templates/layout.tsx";

export function toSender(settings: StoredSettings): Sender {
  const { serviceName, sourceRegion, sourceEmailAddress, mailKey, smtpHost, smtpPort, smtpUser } = settings;
  return {
    name: isolateDirection(oneLine(serviceName)),
    address: sourceEmailAddress,
    region: sourceRegion,
    encryptedKey: mailKey,
    smtp: { host: smtpHost, port: smtpPort, user: smtpUser },
  };
}

export function toMailService(
  env: Env,
  { serviceName, backgroundColor, logoID, privacyNoticeURL }: StoredSettings,
): MailService {
  const statusPageURL = new URL(env.STATUS_PAGE_URL).href.replace(/\/+$/, "");
  return { name: oneLine(serviceName), backgroundColor, logoID, statusPageURL, privacyNoticeURL };
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
