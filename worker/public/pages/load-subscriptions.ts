import type { EndpointView } from "../../../web/status/views/subscribe/endpoint-section.tsx";
import type { SubscriptionPageData } from "../../../web/status/views/subscribe/subscription-page.tsx";
import { selectGroups } from "../../components/groups/reads.ts";
import { selectComponents } from "../../components/reads.ts";
import { pageNotFound } from "../../http/not-found.ts";
import type { ChannelName } from "../../notify/chat/domain.ts";
import { shortenedAddress } from "../../notify/endpoints/address.ts";
import { selectEndpoint } from "../../notify/endpoints/store.ts";
import { chosenReminders } from "../../notify/subscribers/domain.ts";
import { type StoredSubscriber, selectSubscription } from "../../notify/subscribers/store.ts";
import { type Access, checkToken, isToken } from "../../notify/subscribers/tokens.ts";
import { selectSettings } from "../../settings/store.ts";
import type { Db } from "../../storage/db.ts";
import { isID } from "../../storage/domain.ts";
import { decrypt } from "../../storage/secret-key.ts";
import { serviceView } from "./load.ts";
import { toTopics } from "./topics.ts";

export interface Link {
  subscriberID: string;
  token: string;
}

/**
 * @param required the access that the token must grant; a token that only unsubscribes does not reveal the address
 * @throws HttpError 404 for an unknown subscriber and for another's token alike
 */
export async function loadSubscription(env: Env, db: Db, { subscriberID, token }: Link, required: Access) {
  if (!isID(subscriberID) || !isToken(token)) throw pageNotFound();
  const [settings, components, groups, endpoints, deliveries, ...subscription] = await db.batch([
    selectSettings(db),
    selectComponents(db),
    selectGroups(db),
    ...selectEndpoint(db, subscriberID),
    ...selectSubscription(db, subscriberID),
  ]);
  const [subscribers, chosenComponents, chosenGroups, followed] = subscription;
  // Only administrators change or end a channel of the team.
  const subscriber = subscribers.find(({ isTeam }) => !isTeam);
  const access = await checkToken(env, subscriber, token);
  if (!subscriber || (access !== "manage" && access !== required)) throw pageNotFound();
  const { state, everything, timeZone, language, createdAt, confirmedAt } = subscriber;
  const following = followed.filter(({ isConfirmed }) => isConfirmed);
  const page: Omit<SubscriptionPageData, "view"> = {
    ...serviceView(settings),
    address: `/subscriptions/${subscriberID}/${token}`,
    recipient: access === "manage" ? await recipientText(env, subscriber, endpoints[0]) : "",
    endpoint: endpointView(subscriber.channel, endpoints[0], deliveries),
    draft: {
      everything,
      components: chosenComponents.map(({ componentID }) => componentID),
      groups: chosenGroups.map(({ groupID }) => groupID),
      notices: following.map(({ noticeID }) => noticeID),
      reminders: chosenReminders(subscriber),
      timeZone,
      language,
    },
    topics: toTopics(components, groups),
    followed: following,
    requested: followed.filter(({ isConfirmed }) => !isConfirmed),
    isConfirmed: state === "confirmed",
    requestedAt: createdAt,
    confirmedAt,
  };
  return { state, page };
}

type StoredEndpoint = Awaited<ReturnType<typeof selectEndpoint>[0]>[number];
type StoredDelivery = Awaited<ReturnType<typeof selectEndpoint>[1]>[number];

async function recipientText(
  env: Env,
  { emailAddress }: StoredSubscriber,
  endpoint: StoredEndpoint | undefined,
) {
  const url = endpoint && (await decrypt(env, "endpoint-address", endpoint.address));
  return url === undefined ? emailAddress : shortenedAddress(url);
}

function endpointView(
  channel: ChannelName,
  endpoint: StoredEndpoint | undefined,
  deliveries: StoredDelivery[],
): EndpointView | null {
  if (!endpoint || channel === "email") return null;
  const { pausedSince, isSecretShown } = endpoint;
  return {
    channel,
    pausedSince,
    isSecretShown,
    deliveries: deliveries.map(({ content, change, changeCount, ...delivery }) => ({
      ...delivery,
      about: change
        ? {
            kind: "component",
            name: change.name,
            status: change.newStatus,
            otherCount: changeCount - 1,
          }
        : content,
    })),
  };
}
