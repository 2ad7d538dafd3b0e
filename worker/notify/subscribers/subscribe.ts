import { eq, type SQL, sql } from "drizzle-orm";
import { type HttpError, invalidField } from "../../http/errors.ts";
import { type StoredSettings, selectSettings, settingsOrDefaults } from "../../settings/store.ts";
import { DAY_MS, MINUTE_MS } from "../../shared/time/domain.ts";
import type { Db, WriteDb } from "../../storage/db.ts";
import { newID } from "../../storage/ids.ts";
import { hmac } from "../../storage/secret-key.ts";
import { insertEndpoint } from "../endpoints/store.ts";
import { rekeySubscriber } from "./address-key.ts";
import { runAndCountCall } from "./call-limits.ts";
import { countConfirmation, isMailboxAllowed } from "./confirmation-limits.ts";
import { type Choices, isNothingChosen, reminderFields } from "./domain.ts";
import { refuseUnknownNotices, replaceUnconfirmedFollows, selectUnknownNotices } from "./followed-notices.ts";
import { queueConfirmation } from "./queue-confirmation.ts";
import type { NewSubscriber } from "./schema.ts";
import { subscribers } from "./table.ts";
import { type DetectChannel, isChannelOn, parseTarget, type Target } from "./target.ts";
import { refuseUnknownTopics, replaceTopics, selectUnknownTopics } from "./topics.ts";
import { refuseWhileLimitReached, requireBelowLimits, selectLimitingTimes } from "./total-limits.ts";

/** The caller. Its checks run last, because they cost the most. */
export interface Client {
  network: string;
  channelOf: DetectChannel;
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
  const choices = toChoices(input);
  const target = await parseTarget(env, input.emailAddress, channelOf);
  if (isNothingChosen(choices)) throw nothingChosen();
  refuseWhileLimitReached("addresses");
  const networkKey = await hmac(env, "client-network", network);
  const settings = await checkRequest(db, choices, networkKey);
  const isOn = isChannelOn(target, settings);
  if (isOn) await checkTurnstile(settings);
  await countCall();
  if (!isOn) return false;
  const { channel, domainKey } = target;
  const { statements, confirmation } = requestSubscription(db, input, target);
  await runAndCountCall(db, statements, { networkKey, domainKey, channel, ...confirmation });
  return true;
}

function toChoices({ components, groups, notices }: NewSubscriber): Choices {
  return {
    everything: [components, groups, notices].every((list) => list === undefined),
    components: components ?? [],
    groups: groups ?? [],
    notices: notices ?? [],
  };
}

/** @throws HttpError if it chooses something unknown, or a limit is reached */
async function checkRequest(
  db: Db,
  { components, groups, notices }: Choices,
  networkKey: string,
): Promise<StoredSettings> {
  const [recent, settings, unknown, unknownGroups, unknownNotices] = await db.batch([
    selectLimitingTimes(db, "addresses", networkKey),
    selectSettings(db),
    ...selectUnknownTopics(db, { components, groups }),
    selectUnknownNotices(db, notices),
  ]);
  refuseUnknownTopics(unknown, unknownGroups);
  refuseUnknownNotices(unknownNotices);
  requireBelowLimits("addresses", recent);
  return settingsOrDefaults(settings);
}

/** A confirmed subscriber stays as they are, until they follow the link of the confirmation. */
function requestSubscription(db: WriteDb<"mail">, input: NewSubscriber, target: Target) {
  const { reminders = [], timeZone = "UTC", language = "en" } = input;
  const { everything, components, groups, notices } = toChoices(input);
  const { channel, emailAddress, keys, mailboxKey } = target;
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
  const condition = eq(subscribers.addressKey, keys.key);
  const confirmation = queueConfirmation(
    db,
    sql`${condition} AND ${isAddressAllowed(now)} AND ${isMailboxAllowed(mailboxKey, now)}`,
  );
  const statements = [
    ...(channel === "email" ? [rekeySubscriber(db, keys)] : []),
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
    ...(channel === "email" ? [] : [insertEndpoint(db, condition, target)]),
    ...replaceTopics(
      db,
      sql`SELECT subscriber_id FROM ${subscribers} WHERE ${condition} AND state <> 'confirmed'`,
      { everything, components, groups },
    ),
    ...replaceUnconfirmedFollows(db, { condition, noticeIDs: notices, createdAt }),
    ...confirmation.statements,
    db
      .update(subscribers)
      .set({ confirmationSentAt: createdAt })
      .where(sql`${condition} AND ${confirmation.queued}`),
    countConfirmation(db, { mailboxKey, now, onlyIf: confirmation.queued }),
  ];
  return { statements, confirmation };
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

export function nothingChosen(): HttpError {
  return invalidField("components", "Choose at least one component, or everything.");
}
