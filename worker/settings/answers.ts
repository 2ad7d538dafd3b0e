import { shownApiKey } from "./api-keys.ts";
import type { MailRegion } from "./domain.ts";
import type { PublicSettings, Settings } from "./schema.ts";
import type { StoredSettings, WholeSettings } from "./store.ts";

export function publicSettings(env: Env, stored: StoredSettings): PublicSettings {
  const { serviceName, backgroundColor, logoID, emailEnabled, privacyNoticeURL } = stored;
  const statusPageURL = env.STATUS_PAGE_URL;
  return {
    serviceName,
    backgroundColor,
    logoID,
    emailEnabled,
    privacyNoticeURL,
    statusPageURL,
    dataHost: statusPageURL,
  };
}

export async function wholeSettings(env: Env, { stored, keys }: WholeSettings): Promise<Settings> {
  const { serviceName, backgroundColor, logoID, emailEnabled, sourceRegion, sourceEmailAddress, updatedAt } =
    stored;
  return {
    serviceName,
    statusPageURL: env.STATUS_PAGE_URL,
    adminPageURL: env.ADMIN_PAGE_URL,
    backgroundColor,
    logoID,
    logos: logoID === "" ? [] : [{ id: logoID }],
    emailNotification: {
      enable: emailEnabled,
      sourceRegion: sourceRegion as MailRegion, // the schema lets in no other
      sourceEmailAddress,
    },
    privacyNoticeURL: stored.privacyNoticeURL,
    turnstile: { siteKey: stored.turnstileSiteKey, hasSecretKey: stored.turnstileSecret !== "" },
    apiKeys: await Promise.all(keys.map((key) => shownApiKey(env, key))),
    updatedAt,
  };
}
