import type { ServiceView } from "../../web/status/views/shell.tsx";
import type { RefusedField, SubscribePageData } from "../../web/status/views/subscribe-page.tsx";
import type { SubscriptionPageData } from "../../web/status/views/subscription-page.tsx";
import { selectComponents } from "../components/store.ts";
import type { Db } from "../db.ts";
import { Refusal } from "../errors.ts";
import { readSettings, selectSettings, settingsOf } from "../settings/store.ts";
import { selectSubscription, theirs } from "../subscribers/store.ts";
import { service } from "./load.ts";

/** @throws Refusal 404 as long as mail is off */
export async function loadSubscribePage(
  db: Db,
  draft: SubscribePageData["draft"],
  refused?: RefusedField,
): Promise<SubscribePageData> {
  const [settings, components] = await db.batch([selectSettings(db), selectComponents(db)]);
  if (!settingsOf(settings).emailEnabled) throw nothingHere();
  return { ...service(settings), components: components.map(named), draft, refused };
}

export async function loadAskedPage(db: Db): Promise<ServiceView> {
  return service([await readSettings(db)]);
}

export interface Link {
  subscriberID: string;
  token: string;
}

/** @throws Refusal 404 for a token that is not this subscriber's, as for a subscriber that there is not */
export async function loadSubscription(db: Db, { subscriberID, token }: Link) {
  const [settings, components, found, chosen] = await db.batch([
    selectSettings(db),
    selectComponents(db),
    ...selectSubscription(db, subscriberID),
  ]);
  const subscriber = theirs(found, token);
  if (!subscriber) throw nothingHere();
  const { state, emailAddress, everything, timeZone, language } = subscriber;
  const page: Omit<SubscriptionPageData, "shows"> = {
    ...service(settings),
    address: `/subscriptions/${subscriberID}/${token}`,
    emailAddress,
    draft: { everything, components: chosen.map(({ componentID }) => componentID), timeZone, language },
    components: components.map(named),
  };
  return { state, page };
}

function named({ componentID, name }: { componentID: string; name: string }) {
  return { componentID, name };
}

function nothingHere(): Refusal {
  return new Refusal(404, "404 page not found");
}
