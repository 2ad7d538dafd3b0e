import { asc, eq, gt, lte, max, sql } from "drizzle-orm";
import { worstStatus } from "../../components/domain.ts";
import { components } from "../../components/table.ts";
import { describeError, HttpError } from "../../http/errors.ts";
import { log } from "../../http/log.ts";
import { MiB } from "../../shared/domain.ts";
import { DAY_MS, isoTime } from "../../shared/time/domain.ts";
import type { Db } from "../../storage/db.ts";
import { newID } from "../../storage/ids.ts";
import { retryOnConflict } from "../../storage/writes/batch-guard.ts";
import { withoutEffects } from "../../storage/writes/write-database.ts";
import { readNewest, withSource } from "../received/store.ts";
import { receivedAlerts } from "../received/table.ts";
import { actsAt, type ReceivedAlert } from "../rules/episode.ts";
import type { AlertRule } from "../rules/schema.ts";
import { addMatching } from "../rules/simulate.ts";
import { listRules, readRule } from "../rules/store.ts";
import { parseEpisode } from "../rules/stored-episode.ts";
import { alertEpisodes, alertProgress } from "../rules/table.ts";
import { decide } from "./decide.ts";
import type { Decision, Rule } from "./decision.ts";
import type { KnownBegun } from "./known-begun.ts";
import { type Invocation, saveDecision } from "./save.ts";
import { readWorld, type StoredWorld } from "./world.ts";

/** Of the texts of one read. The cron goes on with the others. */
const MAX_READ_BYTES = 8 * MiB;
const MAX_READ = 500;
const MAX_READS = 20;

/** A sender that says nothing for so long may never say that an alert is over, so a new rule leaves older ones alone. */
const FIRES_ALREADY_MS = DAY_MS;

/** Shows the rules what was received since the last run, and lets those act that have waited long enough. */
export async function runRules(invocation: Invocation, now = Date.now()): Promise<void> {
  const { db } = invocation;
  const rules = await listRules(db);
  const known: KnownBegun = new Map();
  for (let read = 0; read < MAX_READS; read += 1) {
    const rows = await readUnseen(db);
    const alerts = rows.flatMap(withSource);
    for (const rule of rules) await runOrLog(invocation, rule, { alerts, known, now });
    const last = rows.at(-1)?.receivedID;
    if (last === undefined) return;
    await saveProgress(db, last);
  }
}

/** A rule that fails must not keep the others from what was received. */
async function runOrLog(invocation: Invocation, rule: AlertRule, received: Received): Promise<void> {
  let attempts = 0;
  try {
    await retryOnConflict(async () => {
      attempts += 1;
      // It may have been changed since the rules were read.
      const current = attempts === 1 ? rule : await readRule(invocation.db, rule.ruleID);
      await runRule(invocation, current, received);
    });
  } catch (error) {
    if (!(error instanceof HttpError && error.status === 404))
      log("error", { event: "a rule has failed", ruleID: rule.ruleID, error: describeError(error) });
  }
}

async function readUnseen(db: Db) {
  const seen = db.select({ receivedID: max(alertProgress.receivedID) }).from(alertProgress);
  const { receivedID, source, receivedAt, alerts } = receivedAlerts;
  const next = db
    .select({
      receivedID,
      source,
      receivedAt,
      alerts,
      bytes: sql<number>`sum(octet_length(${alerts})) OVER (ORDER BY ${receivedID})`.as("bytes"),
    })
    .from(receivedAlerts)
    .where(gt(receivedID, sql`coalesce(${seen}, 0)`))
    .orderBy(asc(receivedID))
    .limit(MAX_READ)
    .as("next");
  return db.select().from(next).where(lte(next.bytes, MAX_READ_BYTES)).orderBy(asc(next.receivedID));
}

/** If two runs overlap, both have shown the rules what they have read. */
async function saveProgress(db: Db, receivedID: number): Promise<void> {
  const writeDb = withoutEffects(db);
  await writeDb.batch([
    writeDb
      .insert(alertProgress)
      .values({ id: 1, receivedID })
      .onConflictDoUpdate({
        target: alertProgress.id,
        set: { receivedID: sql`max(${alertProgress.receivedID}, excluded.received_id)` },
      }),
  ]);
}

interface Received {
  alerts: ReceivedAlert[];
  known: KnownBegun;
  now: number;
}

async function runRule(
  invocation: Invocation,
  rule: AlertRule,
  { alerts, known, now }: Received,
): Promise<void> {
  const { db } = invocation;
  const { ruleID } = rule;
  const [stored] = await db.select().from(alertEpisodes).where(eq(alertEpisodes.ruleID, ruleID));
  const before = parseEpisode(stored?.state ?? null);
  const isNew = stored?.version === 0;
  const episode = addMatching(before, rule, isNew ? [...(await readRecent(db, now)), ...alerts] : alerts);
  const isDue = !isNew && stored?.dueAt != null && stored.dueAt <= isoTime(now);
  const at = actsAt(episode, rule);
  const isNewInBegun = episode !== before && episode.begun !== null;
  const version = stored?.version ?? 0;
  const save = async (decision: Decision, world?: StoredWorld) => {
    await saveDecision(invocation, rule, { decision, version, ...(world && { world }) });
    known.set(ruleID, { ruleID, version: version + 1, begun: decision.episode.begun });
  };
  if (!isDue && !isNewInBegun && (at === undefined || at > now)) {
    if (episode === before && !isNew) return;
    const retryAt = stored?.dueAt && !isNew ? Date.parse(stored.dueAt) : undefined;
    return save({ episode, actions: [], dueAt: earliest(at, retryAt) });
  }
  const world = await readWorld(db, ruleID, { known, now });
  const targets = await readTargets(db, rule);
  await save(decide({ rule: { ...rule, targets }, episode, world, now, newID }), world);
}

async function readRecent(db: Db, now: number): Promise<ReceivedAlert[]> {
  const newest = await readNewest(db);
  return newest.filter(({ receivedAt }) => receivedAt > now - FIRES_ALREADY_MS);
}

function earliest(...times: (number | undefined)[]): number | undefined {
  const known = times.filter((time) => time !== undefined);
  return known.length > 0 ? Math.min(...known) : undefined;
}

/** The components of a rule and of its group. One that is in both gets the worse status. */
async function readTargets(
  db: Db,
  { components: named, groupID, groupStatus }: AlertRule,
): Promise<Rule["targets"]> {
  const targets = new Map(named.map(({ componentID, status }) => [componentID, status]));
  if (groupID !== null) {
    const members = await db
      .select({ componentID: components.componentID })
      .from(components)
      .where(eq(components.groupID, groupID));
    for (const { componentID } of members)
      targets.set(componentID, worstStatus([groupStatus, targets.get(componentID) ?? "Operational"]));
  }
  return Object.fromEntries(targets);
}
