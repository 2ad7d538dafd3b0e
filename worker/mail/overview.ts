import { eq, type SQL, sql } from "drizzle-orm";
import type { ChannelName, EndpointChannelName } from "../channels/domain.ts";
import { endpointDeliveries, endpoints } from "../endpoints/table.ts";
import { selectSettings, settingsOf } from "../settings/store.ts";
import type { Db, WriteDb } from "../storage/db.ts";
import { limitWarnings, selectReachedLimits } from "../subscribers/call-limits.ts";
import { subscribers } from "../subscribers/table.ts";
import { teamChannels } from "../team/table.ts";
import { DAY_MS, isoTime } from "../time/domain.ts";
import { bounceWarnings, selectBounceCounts } from "./confirmation-store.ts";
import { countOldMessages } from "./counts.ts";
import type { DeliveryState } from "./domain.ts";
import { isRecipient } from "./outbox.ts";
import type { MailMessages, Recipients } from "./schema.ts";
import { mailCounts, mailDeliveries, mailMessages, mailProblems } from "./table.ts";

const MAX_LISTED_MESSAGES = 20;
const MAX_LISTED_PROBLEMS = 3;

/** Notices have stored counts. Confirmations are few enough to count here. */
export async function readMailMessages(db: WriteDb, noticeID = ""): Promise<MailMessages> {
  const weekAgo = isoTime(Date.now() - 7 * DAY_MS);
  // The condition must match the partial index literally.
  const newest = sql`(SELECT message_id FROM ${mailMessages} WHERE kind IN ('incident', 'maintenance')
    ${noticeID === "" ? sql`` : sql`AND notice_id = ${noticeID}`} ORDER BY created_at DESC LIMIT ${MAX_LISTED_MESSAGES})`;
  const lastWeek = sql`(SELECT message_id FROM ${mailMessages} WHERE kind = 'confirmation' AND created_at > ${weekAgo})`;
  const [, , messages, problems, toEndpoints, confirmations, bounced, reached] = await db.batch([
    ...countOldMessages(db, newest),
    db
      .select({
        messageID: mailMessages.messageID,
        noticeUpdateID: mailMessages.noticeUpdateID,
        content: mailMessages.content,
        createdAt: mailMessages.createdAt,
        waiting: mailCounts.waiting,
        sent: mailCounts.sent,
        failed: mailCounts.failed,
        withdrawn: mailCounts.withdrawn,
      })
      .from(mailMessages)
      .leftJoin(mailCounts, eq(mailCounts.messageID, mailMessages.messageID))
      .where(sql`${mailMessages.messageID} IN ${newest}`)
      .orderBy(sql`${mailMessages.createdAt} DESC`),
    selectProblems(db, newest),
    selectEndpointCounts(db, newest),
    db
      .select({ state: mailDeliveries.state, words: mailDeliveries.error, count: sql<number>`count(*)` })
      .from(mailDeliveries)
      .where(sql`message_id IN ${lastWeek}`)
      .groupBy(mailDeliveries.state, mailDeliveries.error),
    selectBounceCounts(db),
    selectReachedLimits(db),
  ]);
  const endpointCounts = Map.groupBy(toEndpoints, ({ messageID }) => messageID);
  const problemsOf = Map.groupBy(problems, ({ messageID }) => messageID);
  return {
    messages: messages.flatMap(({ messageID, noticeUpdateID, content, createdAt, ...counts }) => {
      if (!content) return []; // only confirmations and failures have none
      const { waiting, sent, failed, withdrawn } = counts;
      const { kind, noticeID, name, status } = content;
      return {
        ...{ messageID, kind, noticeID, noticeUpdateID, name, status, createdAt },
        ...{ sent: sent ?? 0, failed: failed ?? 0, waiting: waiting ?? 0, withdrawn: withdrawn ?? 0 },
        problems: (problemsOf.get(messageID) ?? []).map(({ words, count }) => ({ words, count })),
        channels: channelsOf(endpointCounts.get(messageID) ?? []),
      };
    }),
    confirmations: {
      ...summaryOf(confirmations),
      warnings: [...bounceWarnings(bounced), ...limitWarnings(reached)],
    },
  };
}

/** There are at most a few thousand endpoints, so they are counted here. */
function selectEndpointCounts(db: Db, messageIDs: SQL) {
  return db
    .select({
      messageID: endpointDeliveries.messageID,
      channel: endpointDeliveries.channel,
      state: endpointDeliveries.state,
      count: sql<number>`count(*)`,
    })
    .from(endpointDeliveries)
    .where(sql`message_id IN ${messageIDs}`)
    .groupBy(endpointDeliveries.messageID, endpointDeliveries.channel, endpointDeliveries.state);
}

function channelsOf(rows: { channel: EndpointChannelName; state: DeliveryState; count: number }[]) {
  return [...Map.groupBy(rows, ({ channel }) => channel)].map(([channel, ofChannel]) => {
    const counts = { sent: 0, failed: 0, waiting: 0, withdrawn: 0 };
    for (const { state, count } of ofChannel) counts[state] += count;
    return { channel, ...counts };
  });
}

function selectProblems(db: Db, messageIDs: SQL) {
  return db
    .select()
    .from(mailProblems)
    .where(sql`message_id IN ${messageIDs} AND count > 0 AND words IN (SELECT p.words FROM ${mailProblems} AS p
      WHERE p.message_id = ${mailProblems.messageID} ORDER BY p.count DESC, p.words LIMIT ${MAX_LISTED_PROBLEMS})`)
    .orderBy(sql`count DESC`, mailProblems.words);
}

function summaryOf(groups: { state: DeliveryState; words: string; count: number }[]) {
  const counts = { sent: 0, failed: 0, waiting: 0, withdrawn: 0 };
  const problems = new Map<string, number>();
  for (const { state, words, count } of groups) {
    counts[state] += count;
    if ((state === "failed" || state === "waiting") && words !== "")
      problems.set(words, (problems.get(words) ?? 0) + count);
  }
  const mostFrequent = [...problems].sort(([, one], [, other]) => other - one).slice(0, MAX_LISTED_PROBLEMS);
  return { ...counts, problems: mostFrequent.map(([words, count]) => ({ words, count })) };
}

export async function countRecipients(
  db: Db,
  about: { noticeID: string; componentIDs: string[] },
): Promise<Recipients> {
  const recipients = isRecipient(about.noticeID, about.componentIDs);
  const [settings, counted, team] = await db.batch([
    selectSettings(db),
    db
      .select({ channel: sql<ChannelName>`s.channel`, count: sql<number>`count(*)` })
      .from(sql`${subscribers} AS s`)
      .where(sql`NOT s.is_team AND ${recipients}`)
      .groupBy(sql`s.channel`),
    db
      .select({ channel: sql<ChannelName>`s.channel`, name: teamChannels.name })
      .from(teamChannels)
      .innerJoin(sql`${subscribers} AS s`, sql`s.subscriber_id = ${teamChannels.channelID}`)
      .leftJoin(endpoints, eq(endpoints.subscriberID, teamChannels.channelID))
      .where(sql`${recipients} AND ${endpoints.restingSince} IS NULL`)
      .orderBy(sql`lower(${teamChannels.name})`),
  ]);
  const { emailEnabled, endpointsEnabled } = settingsOf(settings);
  const ofEndpoints = counted.filter(({ channel }) => channel !== "email");
  return {
    mailIsOn: emailEnabled,
    count: counted.find(({ channel }) => channel === "email")?.count ?? 0,
    endpointsAreOn: endpointsEnabled,
    endpointCount: ofEndpoints.reduce((sum, { count }) => sum + count, 0),
    channels: ofEndpoints,
    teamChannels: team.filter(({ channel }) => channel !== "email" || emailEnabled).map(({ name }) => name),
  };
}
