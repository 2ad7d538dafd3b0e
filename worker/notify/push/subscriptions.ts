import { eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { invalidField, stateConflict } from "../../http/errors.ts";
import { readSettings, selectSettings, settingsOrDefaults } from "../../settings/store.ts";
import { isoTime } from "../../shared/time/domain.ts";
import type { Db, WriteDb } from "../../storage/db.ts";
import { newID } from "../../storage/ids.ts";
import { encrypt, hmac } from "../../storage/secret-key.ts";
import { guard, ifGuardFails } from "../../storage/writes/batch-guard.ts";
import { parseEndpoint } from "../endpoints/address.ts";
import { endpoints } from "../endpoints/table.ts";
import { endpointKeys } from "../subscribers/address-key.ts";
import { chosenReminders, isNothingChosen, reminderFields } from "../subscribers/domain.ts";
import { queueConfirmation } from "../subscribers/queue-confirmation.ts";
import { forgetSubscriber } from "../subscribers/store.ts";
import { type Client, nothingChosen } from "../subscribers/subscribe.ts";
import { subscriberComponents, subscriberGroups, subscribers } from "../subscribers/table.ts";
import { refuseUnknownTopics, replaceTopics, selectUnknownTopics } from "../subscribers/topics.ts";
import {
  isBelowLimits,
  recordNetwork,
  requireBelowLimits,
  selectLimitingTimes,
} from "../subscribers/total-limits.ts";
import { areKeysValid, type BrowserSubscription, pushURL, toPushAddress } from "./address.ts";
import { areBrowsersBelowMaximum, limitError, refuseWhileFull } from "./limits.ts";
import type { FoundPushSubscription, NewPushSubscription } from "./schema.ts";

/**
 * Whoever knows a browser's endpoint owns the subscription. The limits and Turnstile are for new ones. They are confirmed when
 * the push service has accepted a first message, because anyone can make up an endpoint.
 */
export async function subscribeBrowser(
  env: Env,
  db: WriteDb<"mail">,
  input: NewPushSubscription,
  { network, checkTurnstile, countCall }: Client,
): Promise<void> {
  const { components = [], groups = [], reminders = [], timeZone = "UTC", language = "en" } = input;
  const everything = input.components === undefined && input.groups === undefined;
  if (isNothingChosen({ everything, components, groups, notices: [] })) throw nothingChosen();
  const target = await toPushTarget(env, input);
  const networkKey = await hmac(env, "client-network", network);
  const [settings, unknownComponents, unknownGroups, [known], recent] = await db.batch([
    selectSettings(db),
    ...selectUnknownTopics(db, { components, groups }),
    selectBrowser(db, target.key),
    selectLimitingTimes(db, "browsers", networkKey),
  ]);
  requirePush(settingsOrDefaults(settings));
  refuseUnknownTopics(unknownComponents, unknownGroups);
  if (!known) {
    requireBelowLimits("browsers", recent);
    refuseWhileFull();
    await checkTurnstile(settingsOrDefaults(settings));
  }
  await countCall();
  const statements = saveBrowser(db, target, {
    choices: { everything, timeZone, language, ...reminderFields(reminders) },
    topics: { everything, components, groups },
  });
  if (known) await db.batch(statements as [BatchItem<"sqlite">, ...BatchItem<"sqlite">[]]);
  else await runBelowLimits(db, statements, networkKey);
}

interface SavedBrowser {
  choices: Pick<typeof subscribers.$inferInsert, "everything" | "timeZone" | "language"> &
    ReturnType<typeof reminderFields>;
  topics: Parameters<typeof replaceTopics>[2];
}

/** A subscription that has ended, or that has another channel, begins anew. */
function saveBrowser(db: WriteDb<"mail">, target: PushTarget, { choices, topics }: SavedBrowser) {
  const now = isoTime(Date.now());
  const current = { ...choices, channel: "push", endedReason: null, endedAt: null } as const;
  const isSame = sql`channel = 'push' AND state <> 'ended'`;
  const condition = sql`address_key = ${target.key} AND channel = 'push'`;
  const welcome = queueConfirmation(db, sql`${condition} AND state = 'unconfirmed'`);
  return [
    db
      .insert(subscribers)
      .values({
        ...current,
        subscriberID: newID(),
        emailAddress: "",
        addressKey: target.key,
        state: "unconfirmed",
        createdAt: now,
      })
      .onConflictDoUpdate({
        target: subscribers.addressKey,
        set: {
          ...current,
          state: sql`iif(${isSame}, state, 'unconfirmed')`,
          createdAt: sql`iif(${isSame}, created_at, ${now})`,
        },
        // On a developer's machine, the same address can have webhooks.
        setWhere: sql`channel = 'push' OR state <> 'confirmed'`,
      }),
    db
      .insert(endpoints)
      .select(
        sql`SELECT subscriber_id, ${target.encryptedAddress}, NULL, 1, NULL, NULL, NULL, 0, 0, 0 FROM ${subscribers} WHERE ${condition}`,
      )
      .onConflictDoUpdate({
        target: endpoints.subscriberID,
        set: { address: target.encryptedAddress, pausedSince: null },
      }),
    ...replaceTopics(db, sql`SELECT subscriber_id FROM ${subscribers} WHERE ${condition}`, topics),
    ...welcome.statements,
  ];
}

async function runBelowLimits(db: WriteDb, statements: BatchItem<"sqlite">[], networkKey: string) {
  const now = Date.now();
  const batch = db.batch([
    guard(db, sql`${isBelowLimits("browsers", networkKey, now)} AND ${areBrowsersBelowMaximum()}`),
    recordNetwork(db, networkKey, now, sql`true`),
    ...statements,
  ]);
  await ifGuardFails<unknown>(batch, async () => {
    throw await limitError(db);
  });
}

/** For a browser that has replaced its endpoint: the subscription moves, with its choices and what is waiting. */
export async function replaceBrowser(
  env: Env,
  db: WriteDb,
  input: BrowserSubscription,
  replaced: string,
): Promise<void> {
  const { key, encryptedAddress } = await toPushTarget(env, input);
  requirePush(await readSettings(db));
  const old = await endpointKey(env, replaced);
  await db.batch([
    db
      .update(subscribers)
      .set({ addressKey: key })
      .where(
        sql`address_key = ${old} AND channel = 'push'
        AND NOT EXISTS (SELECT 1 FROM ${subscribers} AS other WHERE other.address_key = ${key})`,
      ),
    db
      .update(endpoints)
      .set({ address: encryptedAddress })
      .where(
        sql`subscriber_id = (SELECT subscriber_id FROM ${subscribers} WHERE address_key = ${key} AND channel = 'push')`,
      ),
  ]);
}

export async function findBrowser(
  env: Env,
  db: Db,
  endpoint: string,
): Promise<FoundPushSubscription["subscription"]> {
  const condition = sql`subscriber_id = (SELECT subscriber_id FROM ${subscribers}
    WHERE address_key = ${await endpointKey(env, endpoint)} AND channel = 'push')`;
  const [[subscriber], components, groups] = await db.batch([
    db.select().from(subscribers).where(condition),
    db.select({ id: subscriberComponents.componentID }).from(subscriberComponents).where(condition),
    db.select({ id: subscriberGroups.groupID }).from(subscriberGroups).where(condition),
  ]);
  return subscriber
    ? {
        everything: subscriber.everything,
        components: components.map(({ id }) => id),
        groups: groups.map(({ id }) => id),
        reminders: chosenReminders(subscriber),
      }
    : null;
}

export async function forgetBrowser(env: Env, db: WriteDb, endpoint: string): Promise<void> {
  await db.batch(
    forgetSubscriber(db, sql`address_key = ${await endpointKey(env, endpoint)} AND channel = 'push'`),
  );
}

function selectBrowser(db: Db, key: string) {
  return db
    .select({ subscriberID: subscribers.subscriberID })
    .from(subscribers)
    .where(sql`${eq(subscribers.addressKey, key)} AND channel = 'push'`);
}

type PushTarget = Awaited<ReturnType<typeof toPushTarget>>;

/** @throws HttpError 400 unless it is a subscription of a known push service */
async function toPushTarget(env: Env, { endpoint, keys }: BrowserSubscription) {
  const url = pushURL(env, endpoint);
  if (!url) throw invalidField("endpoint", "The endpoint must be an address of a browser's push service.");
  if (!(await areKeysValid(keys)))
    throw invalidField("keys.p256dh", "p256dh must be a public key on the curve P-256.");
  const [{ key }, encryptedAddress] = await Promise.all([
    endpointKeys(env, url),
    encrypt(env, "endpoint-address", toPushAddress(url, keys)),
  ]);
  return { key, encryptedAddress };
}

/** An endpoint that isn't allowed is unknown. */
async function endpointKey(env: Env, endpoint: string): Promise<string> {
  const url = parseEndpoint(endpoint);
  return url ? (await endpointKeys(env, url)).key : "";
}

function requirePush({ endpointsEnabled }: { endpointsEnabled: boolean }): void {
  if (!endpointsEnabled) throw stateConflict("Notifications are turned off on this status page.");
}
