import { apiKeyResponse } from "./change-api-keys.ts";
import type { MailRegion } from "./mail/domain.ts";
import type { Settings } from "./schema.ts";
import type { SettingsAndKeys } from "./store.ts";

export async function settingsResponse(env: Env, { stored, keys }: SettingsAndKeys): Promise<Settings> {
  const { serviceName, backgroundColor, logoID, emailEnabled, sourceRegion, sourceEmailAddress, updatedAt } =
    stored;
  return {
    serviceName,
    statusPageURL: env.STATUS_PAGE_URL,
    adminPageURL: env.ADMIN_PAGE_URL,
    backgroundColor,
    logoID,
    logos: logoID === "" ? [] : [{ id: logoID }],
    darkLogoID: stored.darkLogoID,
    faviconID: stored.faviconID,
    emailNotification: {
      enable: emailEnabled,
      sourceRegion: sourceRegion as MailRegion, // the schema allows only these
      sourceEmailAddress,
    },
    mailProvider: stored.mailProvider,
    hasMailKey: stored.mailKey !== "",
    hasMailWebhookSecret: stored.mailWebhookSecret !== "",
    smtp: { host: stored.smtpHost, port: stored.smtpPort, user: stored.smtpUser },
    endpointsEnabled: stored.endpointsEnabled,
    privacyNoticeURL: stored.privacyNoticeURL,
    turnstile: { siteKey: stored.turnstileSiteKey, hasSecretKey: stored.turnstileSecret !== "" },
    updateReminderMinutes: stored.updateReminderMinutes,
    nightlyExportsKept: stored.nightlyExportsKept,
    auditDays: stored.auditDays,
    note: stored.note,
    headerLinks: stored.headerLinks,
    footerLinks: stored.footerLinks,
    accentColor: stored.accentColor,
    headerColor: stored.headerColor,
    pageTint: stored.pageTint,
    pageWidth: stored.pageWidth,
    font: stored.font,
    apiKeys: await Promise.all(keys.map((key) => apiKeyResponse(env, key))),
    updatedAt,
  };
}
