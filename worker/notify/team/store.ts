import { eq, type SQL, sql } from "drizzle-orm";
import { componentGroups } from "../../components/groups/table.ts";
import { components } from "../../components/table.ts";
import { errorIncludes, invalidField, notFound, stateConflict } from "../../http/errors.ts";
import { isoTime } from "../../shared/time/domain.ts";
import type { Db, WriteDb } from "../../storage/db.ts";
import { idForNewItem } from "../../storage/new-item-ids.ts";
import { omitUndefined } from "../../storage/omit-undefined.ts";
import { changeItem, guardUnchanged, requireUnchanged } from "../../storage/preconditions.ts";
import { requireCapacity } from "../../storage/require-capacity.ts";
import { hmac } from "../../storage/secret-key.ts";
import { guard } from "../../storage/writes/batch-guard.ts";
import { insertEndpoint, readSecret, rotateSecret } from "../endpoints/store.ts";
import { endpoints } from "../endpoints/table.ts";
import { eraseRecipient } from "../outbox/queue.ts";
import { subscriberComponents, subscriberGroups, subscribers } from "../subscribers/table.ts";
import { type DetectChannel, parseTarget } from "../subscribers/target.ts";
import { refuseUnknownTopics, replaceTopics, selectUnknownTopics } from "../subscribers/topics.ts";
import { selectDeliveries, toTeamDelivery } from "./deliveries.ts";
import { MAX_TEAM_CHANNELS } from "./domain.ts";
import type {
  AddedTeamChannel,
  NewTeamChannel,
  TeamChannel,
  TeamChannelChange,
  TeamChannels,
  TeamDelivery,
} from "./schema.ts";

const MAX_LISTED_DELIVERIES = 50;

function select(db: Db) {
  const idsJSON = (table: SQL, column: SQL, parent: SQL) =>
    sql<string>`(SELECT json_group_array(id) FROM (SELECT ${column} AS id FROM ${table} AS chosen
      JOIN ${parent} AS item USING (${column}) WHERE chosen.subscriber_id = ${subscribers.subscriberID} ORDER BY item."order"))`;
  return db
    .select({
      channelID: subscribers.subscriberID,
      channel: subscribers.channel,
      name: subscribers.name,
      address: subscribers.shownAddress,
      everything: subscribers.everything,
      components: idsJSON(sql`${subscriberComponents}`, sql.raw("component_id"), sql`${components}`),
      groups: idsJSON(sql`${subscriberGroups}`, sql.raw("group_id"), sql`${componentGroups}`),
      failures: subscribers.receivesAlerts,
      timeZone: subscribers.timeZone,
      createdAt: subscribers.createdAt,
      updatedAt: subscribers.updatedAt,
      subscriberState: subscribers.state,
      pausedSince: endpoints.pausedSince,
    })
    .from(subscribers)
    .leftJoin(endpoints, eq(endpoints.subscriberID, subscribers.subscriberID));
}

// Written out, so that SQLite takes the index of the team's channels.
const areTeam = sql`is_team`;

function isChannel(channelID: string): SQL {
  return sql`${areTeam} AND ${subscribers.subscriberID} = ${channelID}`;
}

type Row = Awaited<ReturnType<typeof select>>[number];

function toChannel({ subscriberState: _, pausedSince: __, ...row }: Row): TeamChannel {
  return {
    ...row,
    components: JSON.parse(row.components) as string[], // as the query above wrote them
    groups: JSON.parse(row.groups) as string[],
  };
}

export async function readTeamChannel(db: Db, channelID: string): Promise<TeamChannel> {
  const [row] = await select(db).where(isChannel(channelID));
  if (!row) throw notFound("channel");
  return toChannel(row);
}

export async function listTeamChannels(db: Db): Promise<TeamChannels> {
  const [rows, deliveries] = await db.batch([
    select(db).where(areTeam).orderBy(sql`lower(${subscribers.name}), ${subscribers.subscriberID}`),
    selectDeliveries(db, areTeam, 1),
  ]);
  const lastDeliveries = new Map(
    deliveries.map((delivery) => [delivery.channelID, toTeamDelivery(delivery)]),
  );
  return rows.map((row) => ({
    ...toChannel(row),
    state: row.subscriberState !== "confirmed" ? "ended" : row.pausedSince === null ? "active" : "paused",
    lastDelivery: lastDeliveries.get(row.channelID) ?? null,
  }));
}

export async function listTeamDeliveries(db: Db, channelID: string): Promise<TeamDelivery[]> {
  await readTeamChannel(db, channelID);
  const rows = await selectDeliveries(db, isChannel(channelID), MAX_LISTED_DELIVERIES);
  return rows.map(toTeamDelivery);
}

/**
 * The address has a key of its own, so that visitors can subscribe it, too, and their consent and its end don't concern
 * the team's channel.
 * @throws HttpError 400, or 409 if the team has this address or too many channels
 */
export async function addTeamChannel(
  env: Env,
  db: WriteDb<"console">,
  input: NewTeamChannel,
  channelOf: DetectChannel,
): Promise<AddedTeamChannel> {
  const { name, failures = false, timeZone = "UTC", components: chosen = [], groups = [] } = input;
  const everything = input.everything ?? (input.components === undefined && input.groups === undefined);
  refuseSilence({ everything, components: chosen, groups, failures });
  const target = await parseTarget(env, input.address, channelOf, "address");
  const addressKey = await hmac(env, "team-address", target.keys.key);
  refuseUnknownTopics(...(await db.batch(selectUnknownTopics(db, { components: chosen, groups }))));
  const channelID = idForNewItem(db);
  const now = isoTime(Date.now());
  const { channel, emailAddress, shownAddress } = target;
  const writing = db.batch([
    guard(db, sql`(SELECT count(*) FROM ${subscribers} WHERE ${areTeam}) < ${MAX_TEAM_CHANNELS}`),
    db.insert(subscribers).values({
      subscriberID: channelID,
      channel,
      emailAddress,
      addressKey,
      state: "confirmed",
      everything,
      timeZone,
      createdAt: now,
      confirmedAt: now,
      isTeam: true,
      name,
      shownAddress,
      receivesAlerts: failures,
      updatedAt: now,
    }),
    ...(channel === "email" ? [] : [insertEndpoint(db, sql`subscriber_id = ${channelID}`, target)]),
    ...replaceTopics(db, sql`SELECT ${channelID} AS subscriber_id`, {
      everything,
      components: chosen,
      groups,
    }),
  ]);
  await requireCapacity(MAX_TEAM_CHANNELS, "channels", refuseTakenAddress(writing));
  return readAddedChannel(env, db, channelID);
}

/** A repeated POST gets the secret, too, because the first response may be lost. */
export async function readAddedChannel(env: Env, db: Db, channelID: string): Promise<AddedTeamChannel> {
  const added = await readTeamChannel(db, channelID);
  const secret = added.channel === "webhook" ? await readSecret(env, db, channelID) : undefined;
  return { ...added, secret: secret ?? null };
}

/** @throws HttpError 404, 400, or 409 if the channel has changed since `unchangedSince` */
export async function changeTeamChannel(
  db: WriteDb<"console">,
  { channelID, unchangedSince }: { channelID: string; unchangedSince: string | undefined },
  change: TeamChannelChange,
): Promise<TeamChannel> {
  const condition = isChannel(channelID);
  const read = () => readTeamChannel(db, channelID);
  await changeItem(db, { table: subscribers, condition, unchangedSince }, read, async (current, version) => {
    const { components: chosen = [], groups = [] } = change;
    refuseUnknownTopics(...(await db.batch(selectUnknownTopics(db, { components: chosen, groups }))));
    const changed = { ...current, ...omitUndefined(change) };
    if (change.everything === undefined && chosen.length + groups.length > 0) changed.everything = false;
    refuseSilence(changed);
    await db.batch([
      version.unchanged,
      db
        .update(subscribers)
        .set({
          name: changed.name,
          receivesAlerts: changed.failures,
          everything: changed.everything,
          timeZone: changed.timeZone,
          updatedAt: version.now,
        })
        .where(condition),
      ...replaceTopics(db, sql`SELECT ${channelID} AS subscriber_id`, changed),
    ]);
  });
  return readTeamChannel(db, channelID);
}

/** Succeeds if it is already deleted. @throws HttpError 409 if the channel has changed since `unchangedSince` */
export async function deleteTeamChannel(
  db: WriteDb<"console">,
  { channelID, unchangedSince }: { channelID: string; unchangedSince: string | undefined },
): Promise<void> {
  const condition = isChannel(channelID);
  const deleting = db.batch([
    guardUnchanged(db, { table: subscribers, condition, unchangedSince }),
    ...eraseRecipient(db, sql`(SELECT subscriber_id FROM ${subscribers} WHERE ${condition})`),
    db.delete(subscribers).where(condition),
  ]);
  await requireUnchanged(deleting, () => readTeamChannel(db, channelID));
}

/** @throws HttpError 404, or 409 if it isn't a webhook */
export async function replaceTeamSecret(
  env: Env,
  db: WriteDb,
  channelID: string,
): Promise<{ secret: string }> {
  const { channel } = await readTeamChannel(db, channelID);
  if (channel !== "webhook") throw stateConflict("Only a webhook has a secret.");
  await rotateSecret(db, channelID);
  return readTeamSecret(env, db, channelID);
}

/** A repeated POST gets it, because the first response may be lost. */
export async function readTeamSecret(env: Env, db: Db, channelID: string): Promise<{ secret: string }> {
  const secret = await readSecret(env, db, channelID);
  if (secret === undefined) throw notFound("channel");
  return { secret };
}

function refuseSilence(chosen: Pick<TeamChannel, "everything" | "components" | "groups" | "failures">) {
  if (chosen.everything || chosen.failures || chosen.components.length + chosen.groups.length > 0) return;
  const message = "Choose what the channel hears of: everything, components, groups or failures.";
  throw invalidField("everything", message);
}

function refuseTakenAddress<T>(writing: Promise<T>): Promise<T> {
  return writing.catch((error: unknown) => {
    if (!errorIncludes(error, "UNIQUE constraint failed: subscribers.address_key")) throw error;
    const message = "The team already has a channel with this address.";
    throw stateConflict(message, { errors: [{ path: "address", message }] });
  });
}
