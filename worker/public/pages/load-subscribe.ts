import type { ServiceView } from "../../../web/status/views/shell.tsx";
import type { PushPageData } from "../../../web/status/views/subscribe/push-page.tsx";
import type { InvalidField, SubscribePageData } from "../../../web/status/views/subscribe/subscribe-page.tsx";
import { selectGroups } from "../../components/groups/reads.ts";
import { selectComponents } from "../../components/reads.ts";
import { pageNotFound } from "../../http/not-found.ts";
import { readNoticeNames } from "../../notify/subscribers/followed-notices.ts";
import { readSettings, selectSettings, settingsOrDefaults } from "../../settings/store.ts";
import type { Db } from "../../storage/db.ts";
import { serviceView } from "./load.ts";
import { toTopics } from "./topics.ts";

/** @throws HttpError 404 while all channels are off */
export async function loadSubscribePage(
  db: Db,
  draft: SubscribePageData["draft"],
  invalidField?: InvalidField,
): Promise<SubscribePageData> {
  const [settings, components, groups] = await db.batch([
    selectSettings(db),
    selectComponents(db),
    selectGroups(db),
  ]);
  const { emailEnabled, endpointsEnabled, privacyNoticeURL, turnstileSiteKey } = settingsOrDefaults(settings);
  if (!emailEnabled && !endpointsEnabled) throw pageNotFound();
  return {
    ...serviceView(settings),
    topics: toTopics(components, groups),
    followed: await readNoticeNames(db, draft.notices),
    draft,
    invalidField,
    privacyNoticeURL,
    turnstileSiteKey,
  };
}

/** @throws HttpError 404 while push is off */
export async function loadPushPage(db: Db): Promise<PushPageData> {
  const [settings, components, groups] = await db.batch([
    selectSettings(db),
    selectComponents(db),
    selectGroups(db),
  ]);
  const { endpointsEnabled, privacyNoticeURL, turnstileSiteKey } = settingsOrDefaults(settings);
  if (!endpointsEnabled) throw pageNotFound();
  return {
    ...serviceView(settings),
    topics: toTopics(components, groups),
    privacyNoticeURL,
    turnstileSiteKey,
  };
}

export async function loadSubscriptionRequestedPage(db: Db): Promise<ServiceView> {
  return serviceView([await readSettings(db)]);
}
