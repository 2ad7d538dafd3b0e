import type { SmtpPort } from "../../../../worker/settings/mail/domain.ts";
import type { Settings } from "../../../../worker/settings/schema.ts";
import { ENDPOINTS_LABEL, providerName, REMINDER_LABEL, regionName } from "./mail-names.ts";

export type NotificationsDraft = Settings["emailNotification"] &
  Pick<Settings, "mailProvider" | "endpointsEnabled" | "privacyNoticeURL"> & {
    siteKey: string;
    secretKey: string;
    mailKey: string;
    mailWebhookSecret: string;
    smtpHost: string;
    smtpPort: SmtpPort;
    smtpUser: string;
    updateReminder: string;
  };

export const notificationsForm = {
  toDraft: ({
    emailNotification,
    mailProvider,
    smtp: { host: smtpHost, port: smtpPort, user: smtpUser },
    endpointsEnabled,
    privacyNoticeURL,
    turnstile: { siteKey },
    ...others
  }: Settings) => ({
    ...emailNotification,
    mailProvider,
    smtpHost,
    smtpPort,
    smtpUser,
    endpointsEnabled,
    privacyNoticeURL,
    siteKey,
    // The secrets are never given back.
    secretKey: "",
    mailKey: "",
    mailWebhookSecret: "",
    updateReminder: String(others.updateReminderMinutes),
  }),
  comparedFields: ({
    emailNotification: { enable, sourceRegion, sourceEmailAddress },
    mailProvider,
    smtp,
    endpointsEnabled,
    privacyNoticeURL,
    turnstile: { siteKey },
    updateReminderMinutes,
  }: Settings) => ({
    enable: { label: "Email Notifications", value: enable ? "Enable" : "Disable" },
    mailProvider: { label: "Email service", value: providerName(mailProvider) },
    smtpHost: { label: "SMTP Server", value: smtp.host },
    smtpPort: { label: "SMTP Port", value: String(smtp.port) },
    smtpUser: { label: "SMTP User", value: smtp.user },
    sourceRegion: { label: "Simple Email Service Region", value: regionName(sourceRegion) },
    sourceEmailAddress: { label: "Source Email Address", value: sourceEmailAddress },
    endpointsEnabled: { label: ENDPOINTS_LABEL, value: endpointsEnabled ? "Enable" : "Disable" },
    privacyNoticeURL: { label: "Privacy notice URL", value: privacyNoticeURL },
    siteKey: { label: "Turnstile Site Key", value: siteKey },
    updateReminder: { label: REMINDER_LABEL, value: `${updateReminderMinutes} minutes` },
  }),
  toChange: ({
    mailProvider,
    smtpHost: host,
    smtpPort: port,
    smtpUser: user,
    endpointsEnabled,
    privacyNoticeURL,
    siteKey,
    secretKey,
    mailKey,
    mailWebhookSecret,
    updateReminder,
    ...emailNotification
  }: Partial<NotificationsDraft>) => ({
    ...(updateReminder !== undefined && { updateReminderMinutes: Number(updateReminder) }),
    ...((siteKey ?? secretKey) !== undefined && { turnstile: { siteKey, secretKey } }),
    ...(mailProvider !== undefined && { mailProvider }),
    ...((host ?? port ?? user) !== undefined && { smtp: { host, port, user } }),
    ...(mailKey && { mailKey }),
    ...(mailWebhookSecret && { mailWebhookSecret }),
    ...(endpointsEnabled !== undefined && { endpointsEnabled }),
    ...(privacyNoticeURL !== undefined && { privacyNoticeURL }),
    ...(Object.keys(emailNotification).length > 0 && { emailNotification }),
  }),
  secretFields: ["secretKey", "mailKey", "mailWebhookSecret"] as const,
};
