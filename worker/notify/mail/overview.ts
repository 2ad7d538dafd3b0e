import { type SQL, sql } from "drizzle-orm";
import { selectSettings, settingsOrDefaults } from "../../settings/store.ts";
import { DAY_MS, isoTime } from "../../shared/time/domain.ts";
import type { Db } from "../../storage/db.ts";
import { type ChannelName, channelNames } from "../chat/domain.ts";
import { endpoints } from "../endpoints/table.ts";
import type { DeliveryState } from "../outbox/domain.ts";
import { fromRemainingRecipients } from "../outbox/recipients.ts";
import { deliveries, messageLanes, messages } from "../outbox/table.ts";
import { limitWarnings, selectReachedLimits } from "../subscribers/call-limits.ts";
import { subscribers } from "../subscribers/table.ts";
import { bounceWarnings, selectBounceCounts } from "./confirmation-store.ts";
import { isFollower } from "./outbox.ts";
import type { MailMessages, Recipients } from "./schema.ts";

const MAX_LISTED_MESSAGES = 20;
const MAX_LISTED_PROBLEMS = 3;
/** Per channel and state. The most frequent ones of all are chosen from them. */
const MAX_READ_PROBLEMS = 10;

export async function readMailMessages(db: Db, noticeID = ""): Promise<MailMessages> {
  const weekAgo = isoTime(Date.now() - 7 * DAY_MS);
  // The condition must match the partial index literally.
  const newest = sql`SELECT message_id FROM (SELECT message_id FROM ${messages} WHERE kind IN ('incident', 'maintenance')
    ${noticeID === "" ? sql`` : sql`AND notice_id = ${noticeID}`} ORDER BY created_at DESC LIMIT ${MAX_LISTED_MESSAGES})`;
  const lastWeek = sql`SELECT message_id FROM ${messages} WHERE kind = 'confirmation' AND created_at > ${weekAgo}`;
  const [listed, counted, undelivered, confirmations, bounced, reached] = await db.batch([
    db
      .select({
        messageID: messages.messageID,
        noticeUpdateID: messages.noticeUpdateID,
        content: messages.content,
        createdAt: messages.createdAt,
      })
      .from(messages)
      .where(sql`${messages.messageID} IN (${newest})`)
      .orderBy(sql`${messages.createdAt} DESC`),
    selectCounts(db, newest, sql`d.message_id`),
    selectUndeliveredCounts(db, newest),
    selectCounts(db, lastWeek, sql`''`),
    selectBounceCounts(db),
    selectReachedLimits(db),
  ]);
  const countsOf = Map.groupBy([...counted, ...undelivered], ({ messageID }) => messageID);
  return {
    messages: listed.flatMap(({ messageID, noticeUpdateID, content, createdAt }) => {
      if (!content) return []; // only confirmations and failures have none
      const { kind, noticeID, name, status } = content;
      const { email = [], ...toEndpoints } = Object.groupBy(
        countsOf.get(messageID) ?? [],
        ({ channel }) => channel,
      );
      return {
        messageID,
        kind,
        noticeID,
        noticeUpdateID,
        name,
        status,
        createdAt,
        ...countsIn(email),
        problems: problemsIn(email),
        channels: channelNames.flatMap((channel) => {
          const rows = channel !== "email" && toEndpoints[channel];
          return rows ? [{ channel, ...countsIn(rows) }] : [];
        }),
      };
    }),
    confirmations: {
      ...countsIn(confirmations.filter(isEmail)),
      problems: problemsIn(confirmations.filter(isEmail)),
      warnings: [...bounceWarnings(bounced), ...limitWarnings(reached)],
    },
  };
}

interface Counted {
  channel: ChannelName;
  state: DeliveryState;
  /** One of the most frequent errors of the channel and state, and how often it is. */
  error: string;
  count: number;
  /** The sum over all errors, in the first row of a channel and state. Other rows have 0. */
  total: number;
}

function isEmail({ channel }: Counted): boolean {
  return channel === "email";
}

const countColumns = {
  messageID: sql<string>`message_id`.as("message_id"),
  channel: sql<ChannelName>`channel`.as("channel"),
  state: sql<DeliveryState>`state`.as("state"),
  error: sql<string>`error`.as("error"),
  count: sql<number>`n`.as("n"),
};

/** @param messageID what to count by: an ID of `d`, or the same for all */
function selectCounts(db: Db, messageIDs: SQL, messageID: SQL) {
  const each = sql`SELECT ${messageID} AS message_id, d.channel, d.state, d.error, count(*) AS n
    FROM ${deliveries} AS d WHERE d.message_id IN (${messageIDs}) GROUP BY 1, 2, 3, 4`;
  const ranked = sql`SELECT *, sum(n) OVER of_state AS total,
      row_number() OVER (PARTITION BY message_id, channel, state ORDER BY error = '', n DESC, error) AS place
    FROM (${each}) WINDOW of_state AS (PARTITION BY message_id, channel, state)`;
  return db
    .select({ ...countColumns, total: sql<number>`iif(place = 1, total, 0)`.as("total") })
    .from(sql`(${ranked})`)
    .where(sql`place <= ${MAX_READ_PROBLEMS}`)
    .orderBy(sql`place`);
}

/** Counts recipients that have no delivery yet, or will never have one. */
function selectUndeliveredCounts(db: Db, messageIDs: SQL) {
  const { messageID, state, error, lane, remaining } = messageLanes;
  const counts = sql`SELECT ${messageID}, s.channel, ${state}, ${error}, count(*) AS n FROM ${messageLanes} CROSS JOIN ${fromRemainingRecipients}
      AND ${messageID} IN (${messageIDs}) AND ${state} = 'waiting' GROUP BY 1, 2
    UNION ALL SELECT ${messageID}, 'email', ${state}, ${error}, ${remaining} FROM ${messageLanes}
    WHERE ${messageID} IN (${messageIDs}) AND ${state} <> 'waiting' AND ${lane} = 'MAIL'`;
  return db.select({ ...countColumns, total: sql<number>`n`.as("total") }).from(sql`(${counts})`);
}

function countsIn(rows: Counted[]) {
  const counts = { sent: 0, failed: 0, waiting: 0, withdrawn: 0 };
  for (const { state, total } of rows) counts[state] += total;
  return counts;
}

function problemsIn(rows: Counted[]) {
  const problems = new Map<string, number>();
  for (const { state, error, count } of rows)
    if ((state === "failed" || state === "waiting") && error !== "")
      problems.set(error, (problems.get(error) ?? 0) + count);
  const mostFrequent = [...problems].sort(([, one], [, other]) => other - one).slice(0, MAX_LISTED_PROBLEMS);
  return mostFrequent.map(([error, count]) => ({ error, count }));
}

export async function countRecipients(
  db: Db,
  about: { noticeID: string; componentIDs: string[] },
): Promise<Recipients> {
  const recipients = isFollower(about);
  const [settings, counted, team] = await db.batch([
    selectSettings(db),
    db
      .select({ channel: sql<ChannelName>`s.channel`, count: sql<number>`count(*)` })
      .from(sql`${subscribers} AS s`)
      .where(sql`NOT s.is_team AND ${recipients}`)
      .groupBy(sql`s.channel`),
    db
      .select({ channel: sql<ChannelName>`s.channel`, name: sql<string>`s.name` })
      .from(sql`${subscribers} AS s`)
      .leftJoin(endpoints, sql`${endpoints.subscriberID} = s.subscriber_id`)
      .where(sql`s.is_team AND ${recipients} AND ${endpoints.pausedSince} IS NULL`)
      .orderBy(sql`lower(s.name)`),
  ]);
  const { emailEnabled, endpointsEnabled } = settingsOrDefaults(settings);
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
