import type { ServiceView } from "../../web/status/views/shell.tsx";
import type { RefusedField, SubscribePageData } from "../../web/status/views/subscribe-page.tsx";
import type { SubscriptionPageData } from "../../web/status/views/subscription-page.tsx";
import { selectComponents } from "../components/store.ts";
import { pageNotFound } from "../http/not-found.ts";
import { readSettings, selectSettings, settingsOf } from "../settings/store.ts";
import type { Db } from "../storage/db.ts";
import { isID } from "../storage/domain.ts";
import { selectSubscription } from "../subscribers/store.ts";
import { type Access, accessOf, isToken } from "../subscribers/tokens.ts";
import { service } from "./load.ts";

/** @throws Refusal 404 as long as mail is off */
export async function loadSubscribePage(
  db: Db,
  draft: SubscribePageData["draft"],
  refused?: RefusedField,
): Promise<SubscribePageData> {
  const [settings, components] = await db.batch([selectSettings(db), selectComponents(db)]);
  const { emailEnabled, privacyNoticeURL, turnstileSiteKey } = settingsOf(settings);
  if (!emailEnabled) throw pageNotFound();
  return {
    ...service(settings),
    components: components.map(named),
    draft,
    refused,
    privacyNoticeURL,
    turnstileSiteKey,
  };
}

export async function loadCheckInboxPage(db: Db): Promise<ServiceView> {
  return service([await readSettings(db)]);
}

export interface Link {
  subscriberID: string;
  token: string;
}

/**
 * @param required what the token has to let its holder do; with one that only unsubscribes, the address is left out
 * @throws Refusal 404 for a token that is not this subscriber's, as for a subscriber that there is not
 */
export async function loadSubscription(env: Env, db: Db, { subscriberID, token }: Link, required: Access) {
  if (!isID(subscriberID) || !isToken(token)) throw pageNotFound();
  const [settings, components, found, chosen] = await db.batch([
    selectSettings(db),
    selectComponents(db),
    ...selectSubscription(db, subscriberID),
  ]);
  const [subscriber] = found;
  const access = await accessOf(env, subscriber, token);
  if (!subscriber || (access !== "manage" && access !== required)) throw pageNotFound();
  const { state, everything, timeZone, language, createdAt, confirmedAt } = subscriber;
  const page: Omit<SubscriptionPageData, "view"> = {
    ...service(settings),
    address: `/subscriptions/${subscriberID}/${token}`,
    emailAddress: access === "manage" ? subscriber.emailAddress : "",
    draft: { everything, components: chosen.map(({ componentID }) => componentID), timeZone, language },
    components: components.map(named),
    requestedAt: createdAt,
    confirmedAt,
  };
  return { state, page };
}

function named({ componentID, name }: { componentID: string; name: string }) {
  return { componentID, name };
}
