import { componentStates } from "../../public/v2/domain.ts";
import { toIncidents, toMaintenances } from "../../public/v2/notices.ts";
import { makeSite, type Site, toComponents, toStatus } from "../../public/v2/responses.ts";
import type { Component, Incident, Maintenance } from "../../public/v2/schema.ts";
import { type Content, loadContent, noticeSets, ofNotice } from "../../public/v2/store.ts";
import { isoTime } from "../../shared/time/domain.ts";
import type { Db } from "../../storage/db.ts";
import { hmac } from "../../storage/secret-key.ts";
import type { ChannelService } from "../chat/channel.ts";
import { type Failure, failureTitle } from "../failures/domain.ts";
import { proposalLinks } from "../failures/proposal-links.ts";
import type { ComponentStatusChange, NoticeContent, ProposedIncident } from "../outbox/table.ts";

/**
 * The body for an update. It is Atlassian Statuspage's format, so that its receivers understand it.
 * @see https://support.atlassian.com/statuspage/docs/enable-webhook-notifications/
 */
export interface WebhookContent {
  page: { id: string; status_indicator: string; status_description: string };
  incident?: Incident | Maintenance;
  component_update?: ComponentUpdate;
  component?: Component;
}

interface ComponentUpdate {
  created_at: string;
  new_status: Component["status"];
  old_status: Component["status"];
  id: string;
  component_id: string;
}

/** Later updates are left out: each has a delivery of its own. */
export async function loadWebhookContent(
  env: Env,
  db: Db,
  about: NoticeContent | null,
): Promise<WebhookContent> {
  const site = await makeSite(env);
  const content = await loadContent(db, ofNotice(about?.noticeID ?? ""));
  const [notice] = [...toIncidents(site, content), ...toMaintenances(site, content)];
  return {
    page: toWebhookPage(site, content),
    ...(notice && about && { incident: noticeWhenPosted(notice, about) }),
  };
}

function toWebhookPage({ pageID }: Site, content: Content): WebhookContent["page"] {
  const { indicator, description } = toStatus(content);
  return { id: pageID, status_indicator: indicator, status_description: description };
}

export interface ComponentContents {
  page: WebhookContent["page"];
  components: Map<string, Component>;
}

export async function loadComponentContents(env: Env, db: Db): Promise<ComponentContents> {
  const site = await makeSite(env);
  const content = await loadContent(db, noticeSets.none);
  const components = new Map(toComponents(site, content).map((component) => [component.id, component]));
  return { page: toWebhookPage(site, content), components };
}

/** @returns undefined if the component was deleted */
export function componentContent(
  { page, components }: ComponentContents,
  updateID: string,
  { componentID, oldStatus, newStatus, at }: ComponentStatusChange,
): WebhookContent | undefined {
  const component = components.get(componentID);
  if (!component) return undefined;
  const status = componentStates[newStatus];
  const component_update = {
    created_at: at,
    new_status: status,
    old_status: componentStates[oldStatus],
    id: updateID,
    component_id: componentID,
  };
  return { page, component_update, component: { ...component, status } };
}

function noticeWhenPosted(
  notice: Incident | Maintenance,
  { name, postedAt }: NoticeContent,
): Incident | Maintenance {
  const incident_updates = notice.incident_updates.filter(({ created_at }) => created_at <= postedAt);
  const status = incident_updates[0]?.status ?? notice.status;
  return { ...notice, name, status, incident_updates } as Incident | Maintenance; // filtering keeps its kind
}

interface WebhookLinks {
  service: ChannelService;
  manageLink: string;
  unsubscribeLink: string;
}

export function webhookBody(content: WebhookContent, { service, unsubscribeLink }: WebhookLinks): object {
  return {
    meta: {
      unsubscribe: unsubscribeLink,
      documentation: `${service.statusPageURL}/api/docs`,
      generated_at: isoTime(Date.now()),
    },
    ...content,
  };
}

export function testBody({ service, manageLink }: WebhookLinks): object {
  return {
    type: "subscription.test",
    page: { name: service.name, url: service.statusPageURL },
    manage_url: manageLink,
  };
}

/** Only channels of the team get it. */
export function failureBody(failure: Failure, { service, manageLink }: WebhookLinks): object {
  return {
    type: "failure",
    failure: { ...failure, title: failureTitle(failure) },
    page: { name: service.name, url: service.statusPageURL },
    manage_url: manageLink,
  };
}

/** Only channels of the team get it. */
export function proposalBody(
  { content, proposedBy }: ProposedIncident,
  { service, manageLink }: WebhookLinks,
): object {
  const { noticeID: proposalID, name, status, message, components, postedAt: createdAt } = content;
  const { publishLink, discardLink } = proposalLinks(manageLink, proposalID);
  return {
    type: "proposal",
    proposal: { proposalID, name, status, message, components, createdBy: proposedBy, createdAt },
    publish_url: publishLink,
    discard_url: discardLink,
    page: { name: service.name, url: service.statusPageURL },
    manage_url: manageLink,
  };
}

export function challengeBody(challenge: string, { service, manageLink }: WebhookLinks): object {
  return {
    type: "subscription.challenge",
    confirmation_code: challenge,
    page: { name: service.name, url: service.statusPageURL },
    manage_url: manageLink,
  };
}

/** Only the receiver of the challenge knows it, so that nobody else can answer it. */
export async function computeChallenge(env: Env, messageID: string): Promise<string> {
  const bytes = Uint8Array.fromHex(await hmac(env, "webhook-challenge", messageID));
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}

/**
 * The receiver answers with nothing but the code, as plain text, so that a server which echoes requests, or answers the challenges
 * of other services, does not consent by accident.
 */
export function isAnswer(text: string, challenge: string): boolean {
  return text.trim() === challenge;
}
