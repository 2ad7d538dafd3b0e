import { eq, inArray, type SQL, sql } from "drizzle-orm";
import { insertEndpoint } from "../endpoints/store.ts";
import { type HttpError, invalidField } from "../http/errors.ts";
import { endEndpoints } from "../outbox/queue.ts";
import { type StoredSettings, selectSettings, settingsOf } from "../settings/store.ts";
import type { Db, WriteDb } from "../storage/db.ts";
import { newID } from "../storage/ids.ts";
import { hmac } from "../storage/secret-key.ts";
import { DAY_MS, isoTime, MINUTE_MS } from "../time/domain.ts";
import { keyRowOf } from "./address-key.ts";
import { runAndCountCall } from "./call-limits.ts";
import {
  countConfirmation,
  deleteExpiredLimits,
  isMailboxAllowed,
  resetConfirmations,
} from "./confirmation-limits.ts";
import { type EndedReason, isNothingChosen, reminderFields } from "./domain.ts";
import {
  confirmNotices,
  followsOnlyForgettable,
  forgetNotices,
  hasUnconfirmedNotice,
  keepOnlyNotices,
  refuseUnknownNotices,
  requestNotices,
  selectFollowedNotices,
  selectUnknownNotices,
} from "./followed-notices.ts";
import { queueConfirmation } from "./queue-confirmation.ts";
import type { ChoicesForm, NewSubscriber } from "./schema.ts";
import { subscriberComponents, subscriberGroups, subscriberNotices, subscribers } from "./table.ts";
import { type ChannelOf, isChannelOn, targetOf } from "./target.ts";
import { refuseUnknownTopics, replaceTopics, selectUnknownTopics } from "./topics.ts";
import {
  deleteOldNetworks,
  refuseWhileLimitReached,
  requireBelowLimits,
  selectLimitingTimes,
} from "./total-limits.ts";

export type StoredSubscriber = typeof subscribers.$inferSelect;

/** Who subscribes, and the checks that come after all cheaper ones. */
export interface Client {
  network: string;
  channelOf: ChannelOf;
  /** @throws HttpError if Turnstile doesn't take the client for a person */
  checkTurnstile: (settings: StoredSettings) => Promise<void>;
  /** @throws HttpError 429 if the client's network has made ten accepted calls within a minute */
  countCall: () => Promise<void>;
}

/**
 * Runs the same statements for every address of a channel, so that neither response nor time tells who is subscribed.
 * @returns whether the channel is on
 */
export async function subscribe(
  env: Env,
  db: WriteDb<"mail">,
  input: NewSubscriber,
  { network, channelOf, checkTurnstile, countCall }: Client,
): Promise<boolean> {
  const { components: chosen = [], groups = [], notices = [], reminders = [] } = input;
  const { timeZone = "UTC", language = "en" } = input;
  const everything = [input.components, input.groups, input.notices].every((list) => list === undefined);
  const target = await targetOf(env, input.emailAddress, channelOf);
  if (isNothingChosen({ everything, components: chosen, groups, notices })) throw nothingChosen();
  refuseWhileLimitReached("addresses");
  const networkKey = await hmac(env, "client-network", network);
  const [recent, settings, unknown, unknownGroups, unknownNotices] = await db.batch([
    selectLimitingTimes(db, "addresses", networkKey),
    selectSettings(db),
    ...selectUnknownTopics(db, { components: chosen, groups }),
    selectUnknownNotices(db, notices),
  ]);
  refuseUnknownTopics(unknown, unknownGroups);
  refuseUnknownNotices(unknownNotices);
  requireBelowLimits("addresses", recent);
  const isOn = isChannelOn(target, settingsOf(settings));
  if (isOn) await checkTurnstile(settingsOf(settings));
  await countCall();
  if (!isOn) return false;
  const { channel, emailAddress, keys, mailboxKey, domainKey } = target;
  const now = Date.now();
  const createdAt = new Date(now).toISOString();
  const request = {
    emailAddress,
    channel,
    everything,
    timeZone,
    language,
    ...reminderFields(reminders),
    createdAt,
    mailboxKey,
  };
  const whose = eq(subscribers.addressKey, keys.key);
  const confirmation = queueConfirmation(
    db,
    sql`${whose} AND ${isAddressAllowed(now)} AND ${isMailboxAllowed(mailboxKey, now)}`,
  );
  const statements = [
    ...(channel === "email" ? [keyRowOf(db, keys)] : []),
    db
      .insert(subscribers)
      .values({
        ...request,
        subscriberID: newID(),
        addressKey: keys.key,
        state: "unconfirmed",
      })
      .onConflictDoUpdate({
        target: subscribers.addressKey,
        set: { ...request, ...revokeTokensIf(sql`state = 'ended'`), state: "unconfirmed" },
        setWhere: sql`state <> 'confirmed'`,
      }),
    ...(channel === "email" ? [] : [insertEndpoint(db, whose, target)]),
    ...replaceTopics(
      db,
      sql`SELECT subscriber_id FROM ${subscribers} WHERE ${whose} AND state <> 'confirmed'`,
      { everything, components: chosen, groups },
    ),
    ...requestNotices(db, { whose, noticeIDs: notices, createdAt }),
    ...confirmation.statements,
    db
      .update(subscribers)
      .set({ confirmationSentAt: createdAt })
      .where(sql`${whose} AND ${confirmation.queued}`),
    countConfirmation(db, { mailboxKey, now, onlyIf: confirmation.queued }),
  ];
  await runAndCountCall(db, statements, { networkKey, domainKey, channel, ...confirmation });
  return true;
}

/** Addresses that declined, bounced or complained have to wait longer. */
function isAddressAllowed(now: number) {
  const ago = (time: number) => new Date(now - time).toISOString();
  return sql`coalesce(${subscribers.confirmationSentAt}, '') <= CASE ${subscribers.endedReason}
    WHEN 'complaint' THEN ${ago(30 * DAY_MS)} WHEN 'erased' THEN ${ago(30 * DAY_MS)} WHEN 'bounce' THEN ${ago(DAY_MS)} WHEN 'declined' THEN ${ago(DAY_MS)}
    ELSE ${ago(10 * MINUTE_MS)} END`;
}

function revokeTokensIf(condition: SQL) {
  return {
    tokenVersion: sql`token_version + (${condition})`,
  };
}

export function selectSubscription(db: Db, subscriberID: string) {
  const whose = eq(subscribers.subscriberID, subscriberID);
  return [
    db.select().from(subscribers).where(whose),
    db
      .select({ componentID: subscriberComponents.componentID })
      .from(subscriberComponents)
      .where(eq(subscriberComponents.subscriberID, subscriberID)),
    db
      .select({ groupID: subscriberGroups.groupID })
      .from(subscriberGroups)
      .where(eq(subscriberGroups.subscriberID, subscriberID)),
    selectFollowedNotices(db, sql`${subscriberID}`),
  ] as const;
}

export async function confirmSubscription(db: WriteDb, subscriberID: string): Promise<void> {
  await db.batch(confirmStatements(db, subscriberID));
}

export function confirmStatements(db: WriteDb, subscriberID: string) {
  const whose = sql`subscriber_id = ${subscriberID}`;
  const isAsked = sql`(state = 'unconfirmed' OR ${hasUnconfirmedNotice(sql`${subscriberID}`)})`;
  return [
    resetConfirmations(db, sql`(SELECT mailbox_key FROM ${subscribers} WHERE ${whose} AND ${isAsked})`),
    db
      .update(subscribers)
      .set({ state: "confirmed", confirmedAt: isoTime(Date.now()), endedReason: null, endedAt: null })
      .where(sql`${whose} AND state = 'unconfirmed'`),
    confirmNotices(db, subscriberID),
  ] as const;
}

export async function changeSubscription(
  db: WriteDb,
  subscriberID: string,
  { notices, reminders, timeZone, language, ...topics }: ChoicesForm,
): Promise<void> {
  const whose = sql`subscriber_id = ${subscriberID} AND state = 'confirmed'`;
  await db.batch([
    db
      .update(subscribers)
      .set({ everything: topics.everything, timeZone, language, ...reminderFields(reminders) })
      .where(whose),
    ...replaceTopics(db, sql`SELECT subscriber_id FROM ${subscribers} WHERE ${whose}`, topics),
    keepOnlyNotices(db, subscriberID, topics.everything ? [] : notices),
  ]);
}

export async function leaveSubscription(db: WriteDb, subscriberID: string): Promise<void> {
  await db.batch(
    endStatements(db, {
      which: sql`subscriber_id = ${subscriberID} AND state <> 'ended'`,
      reason: sql`iif(state = 'confirmed', 'left', 'declined')`,
    }),
  );
}

/** A bounce of an email from before the confirmation is ignored. A complaint always counts. */
export function endSubscriptions(
  db: WriteDb,
  { whose, reason, sentAt, onlyIf }: { whose: SQL; reason: EndedReason; sentAt: string; onlyIf: SQL },
) {
  const isAffected = sql`state <> 'ended' AND coalesce(confirmed_at, '') <= ${sentAt}`;
  return endStatements(db, {
    reason,
    which: sql`${onlyIf} AND ${whose} AND ${reason === "complaint" ? sql`true` : sql`(${isAffected})`}`,
  });
}

/** Only the address's hash stays, and a complaint stays a complaint. */
function endStatements(db: WriteDb, { which, reason }: { which: SQL; reason: EndedReason | SQL }) {
  const endedIDs = db.select({ id: subscribers.subscriberID }).from(subscribers).where(which);
  return [
    db.delete(subscriberComponents).where(inArray(subscriberComponents.subscriberID, endedIDs)),
    db.delete(subscriberGroups).where(inArray(subscriberGroups.subscriberID, endedIDs)),
    db.delete(subscriberNotices).where(inArray(subscriberNotices.subscriberID, endedIDs)),
    ...endEndpoints(db, sql`${endedIDs}`),
    db.update(subscribers).set(endedFields(reason, Date.now())).where(which),
  ] as const;
}

function endedFields(reason: EndedReason | SQL, now: number) {
  return {
    state: "ended",
    emailAddress: "",
    ...reminderFields([]),
    endedReason: sql`iif(ended_reason IN ('complaint', 'erased'), ended_reason, ${reason})`,
    endedAt: isoTime(now),
  } as const;
}

/** Deletes all that is stored about a subscriber. What was sent is still counted. */
export function forgetSubscriber(db: WriteDb, whose: SQL) {
  return [
    ...endEndpoints(db, sql`SELECT subscriber_id FROM ${subscribers} WHERE ${whose}`),
    db.delete(subscribers).where(whose),
  ] as const;
}

/** Above these, those who asked first are forgotten first, so that a flood neither fills D1 nor locks anybody out. */
const MAX_UNCONFIRMED = 20_000;
/** A push service confirms a browser within seconds, and each browser is read when an incident opens. */
const MAX_UNCONFIRMED_BROWSERS = 1000;

export async function deleteExpiredSubscribers(db: WriteDb, now: number): Promise<void> {
  const ago = (time: number) => new Date(now - time).toISOString();
  const nthNewest = (n: number, from: SQL) =>
    sql`coalesce((SELECT created_at FROM ${subscribers} ${from} ORDER BY created_at DESC LIMIT 1 OFFSET ${n - 1}), '')`;
  const unconfirmed = sql`WHERE state = 'unconfirmed'`;
  const stale = sql`state = 'unconfirmed' AND created_at < max(${ago(7 * DAY_MS)}, ${nthNewest(MAX_UNCONFIRMED, unconfirmed)})`;
  // Their first message confirms browsers. A push service that takes none within a day doesn't know them.
  // SQLite would choose the index of states, which has as many email addresses as a flood leaves.
  const unconfirmedBrowsers = sql`INDEXED BY subscribers_unconfirmed_push WHERE channel = 'push' AND state = 'unconfirmed'`;
  const unknownBrowser = sql`subscriber_id IN (SELECT subscriber_id FROM ${subscribers} ${unconfirmedBrowsers}
    AND created_at < max(${ago(DAY_MS)}, ${nthNewest(MAX_UNCONFIRMED_BROWSERS, unconfirmedBrowsers)}))`;
  await db.batch([
    ...forgetSubscriber(db, unknownBrowser),
    ...endStatements(db, { which: sql`${stale} AND ended_reason IS NOT NULL`, reason: sql`ended_reason` }),
    db.delete(subscribers).where(stale),
    ...endEndpoints(db, sql`SELECT subscriber_id FROM ${subscribers} WHERE ${followsOnlyForgettable(now)}`),
    // The address isn't needed any more.
    db.update(subscribers).set(endedFields("left", now)).where(followsOnlyForgettable(now)),
    forgetNotices(db, now),
    deleteExpiredLimits(db, now),
    deleteOldNetworks(db, now),
    db
      .delete(subscribers)
      .where(
        sql`state = 'ended' AND ended_reason = 'left' AND ended_at < ${ago(7 * DAY_MS)} AND NOT is_team`,
      ),
    db.delete(subscribers).where(
      sql`state = 'ended' AND ended_reason IN ('declined', 'bounce') AND ended_at < ${ago(30 * DAY_MS)}
          AND NOT is_team`,
    ),
  ]);
}

export function nothingChosen(): HttpError {
  return invalidField("components", "Choose at least one component, or everything.");
}
