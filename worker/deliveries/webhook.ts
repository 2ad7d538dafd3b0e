import type { ChannelService } from "../channels/channel.ts";
import type { NoticeContent } from "../mail/table.ts";
import type { Db } from "../storage/db.ts";
import { hmac } from "../storage/secret-key.ts";
import { incidentsOf, maintenancesOf } from "../v2/notices.ts";
import { siteOf, statusOf } from "../v2/responses.ts";
import type { Incident, Maintenance } from "../v2/schema.ts";
import { loadContent, ofNotice } from "../v2/store.ts";

/**
 * The body for an update. It is Atlassian Statuspage's format, so that its receivers understand it.
 * @see https://support.atlassian.com/statuspage/docs/enable-webhook-notifications/
 */
export interface WebhookContent {
  page: { id: string; status_indicator: string; status_description: string };
  incident: Incident | Maintenance | undefined;
}

/** Later updates are left out: each has a delivery of its own. */
export async function loadWebhookContent(
  env: Env,
  db: Db,
  about: NoticeContent | null,
): Promise<WebhookContent> {
  const site = await siteOf(env);
  const content = await loadContent(db, ofNotice(about?.noticeID ?? ""));
  const { indicator, description } = statusOf(content);
  const [notice] = [...incidentsOf(site, content), ...maintenancesOf(site, content)];
  return {
    page: { id: site.pageID, status_indicator: indicator, status_description: description },
    incident: notice && about ? asOf(notice, about) : undefined,
  };
}

function asOf(notice: Incident | Maintenance, { name, postedAt }: NoticeContent): Incident | Maintenance {
  const incident_updates = notice.incident_updates.filter(({ created_at }) => created_at <= postedAt);
  const status = incident_updates[0]?.status ?? notice.status;
  return { ...notice, name, status, incident_updates } as Incident | Maintenance; // filtering keeps its kind
}

interface WebhookLinks {
  service: ChannelService;
  manageLink: string;
}

export function webhookBody(content: WebhookContent, { service, manageLink }: WebhookLinks): object {
  return {
    meta: {
      unsubscribe: `${manageLink}/unsubscribe`,
      documentation: `${service.statusPageURL}/api/docs`,
      generated_at: new Date().toISOString(),
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

const CHALLENGE_TYPE = "subscription.challenge";

export function challengeBody(challenge: string, { service, manageLink }: WebhookLinks): object {
  return {
    type: CHALLENGE_TYPE,
    challenge,
    page: { name: service.name, url: service.statusPageURL },
    manage_url: manageLink,
  };
}

/** Only the receiver of the challenge knows it, so that nobody else can answer it. */
export async function challengeOf(env: Env, messageID: string): Promise<string> {
  const bytes = Uint8Array.fromHex(await hmac(env, "webhook-challenge", messageID));
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}

/**
 * The receiver answers with the challenge, as text or in a field of JSON. A server that echoes the whole request does not
 * consent.
 */
export function isAnswer(text: string, challenge: string): boolean {
  if (text.trim() === challenge) return true;
  try {
    const answer = JSON.parse(text) as { challenge?: unknown; type?: unknown } | null;
    return answer?.challenge === challenge && answer.type !== CHALLENGE_TYPE;
  } catch {
    return false;
  }
}
