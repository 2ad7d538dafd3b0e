import { consoleLink } from "../../http/console-link.ts";
import type { StoredSettings } from "../../settings/store.ts";
import { decrypt } from "../../storage/secret-key.ts";
import type { ChannelEvent, ChannelService } from "../chat/channel.ts";
import type { ChannelName } from "../chat/domain.ts";
import { chatChannel, toRecipient } from "../chat/registry.ts";
import { deriveSecrets } from "../endpoints/secret.ts";
import { signatureHeaders } from "../endpoints/signature.ts";
import type { Failure } from "../failures/domain.ts";
import type { NoticeContent, ProposedIncident } from "../outbox/table.ts";
import { computeTokens } from "../subscribers/tokens.ts";
import { type Answer, post } from "./post.ts";
import { sendPush } from "./push.ts";
import {
  challengeBody,
  failureBody,
  proposalBody,
  testBody,
  type WebhookContent,
  webhookBody,
} from "./webhook.ts";

export interface Target {
  subscriber: {
    subscriberID: string;
    tokenVersion: number;
    channel: ChannelName;
    timeZone: string;
    language: string;
    isTeam: boolean;
  };
  endpoint: {
    address: string;
    secretVersion: number;
    rotatedAt: string | null;
    earlierRotations: (string | null)[] | null;
  };
  pushKeys?: string | null;
}

export type Message =
  | { type: "notice"; content: NoticeContent; loadWebhook: () => Promise<WebhookContent> }
  | { type: "component"; webhook: WebhookContent }
  | { type: "confirmation"; challenge: string }
  | { type: "failure"; failure: Failure }
  | { type: "proposal"; proposal: ProposedIncident }
  | { type: "test" };

export function toChannelService(env: Env, { serviceName }: StoredSettings): ChannelService {
  return { name: serviceName.trim(), statusPageURL: env.STATUS_PAGE_URL.replace(/\/+$/, "") };
}

/**
 * @param id the same for each try of a delivery
 * @throws HttpError 503 without SECRET_KEY
 */
export async function send(
  env: Env,
  service: ChannelService,
  { target, id, message, timeoutMs }: { target: Target; id: string; message: Message; timeoutMs?: number },
): Promise<Answer> {
  const { subscriber, endpoint } = target;
  const url = await decrypt(env, "endpoint-address", endpoint.address);
  if (url === undefined) return { status: null, reason: "The address was stored with another SECRET_KEY." };
  if (subscriber.channel === "push") {
    if (message.type !== "notice" && message.type !== "confirmation")
      return { status: null, reason: "Browsers get nothing but updates." };
    const { pushKeys: keys = null } = target;
    // No message has a link to change it: the browser does that.
    const recipient = toRecipient(subscriber, service.statusPageURL);
    const content = message.type === "notice" ? message.content : null;
    return sendPush(env, service, { address: url, keys, recipient, content, timeoutMs });
  }
  const links = await subscriptionLinks(env, service, subscriber);
  const { manageLink } = links;
  const channel = chatChannel(subscriber.channel);
  if (channel) {
    const recipient = toRecipient(subscriber, manageLink);
    const body = channel.body({ service, recipient, about: eventSubject(message, manageLink) });
    return post(channel.postAddress?.(new URL(url)).href ?? url, {}, JSON.stringify(body), timeoutMs);
  }
  const body = JSON.stringify(await webhookJSON(message, { service, ...links }));
  const now = Date.now();
  const secrets = await deriveSecrets(env, { ...subscriber, ...endpoint }, now);
  return post(url, await signatureHeaders(secrets, { id, now, body }), body, timeoutMs);
}

/** Everyone in a chat can open its links, so those of a team's channel need the sign-in of the console. */
async function subscriptionLinks(
  env: Env,
  { statusPageURL }: ChannelService,
  subscriber: Target["subscriber"],
) {
  if (subscriber.isTeam) return { manageLink: consoleLink(env), unsubscribeLink: consoleLink(env) };
  const { manage } = await computeTokens(env, subscriber);
  const manageLink = `${statusPageURL}/subscriptions/${subscriber.subscriberID}/${manage}`;
  return { manageLink, unsubscribeLink: `${manageLink}/unsubscribe` };
}

function eventSubject(message: Message, manageLink: string): ChannelEvent["about"] {
  switch (message.type) {
    case "notice":
      return { type: "notice", content: message.content };
    case "confirmation":
      return { type: "confirmation", confirmLink: `${manageLink}/confirm` };
    case "test":
      return { type: "test" };
    case "failure":
    case "proposal":
      return { ...message, consoleLink: manageLink };
    case "component":
      throw new TypeError("Only webhooks are told of components.");
  }
}

async function webhookJSON(
  message: Message,
  links: { service: ChannelService; manageLink: string; unsubscribeLink: string },
) {
  switch (message.type) {
    case "notice":
      return webhookBody(await message.loadWebhook(), links);
    case "component":
      return webhookBody(message.webhook, links);
    case "confirmation":
      return challengeBody(message.challenge, links);
    case "failure":
      return failureBody(message.failure, links);
    case "proposal":
      return proposalBody(message.proposal, links);
    case "test":
      return testBody(links);
  }
}
