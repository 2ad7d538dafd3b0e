import { asc, eq, gt, max, sql } from "drizzle-orm";
import { worstStatus } from "../../components/domain.ts";
import { components } from "../../components/table.ts";
import { isoTime } from "../../shared/time/domain.ts";
import type { Db } from "../../storage/db.ts";
import { newID } from "../../storage/ids.ts";
import { retryOnConflict } from "../../storage/writes/batch-guard.ts";
import { withoutEffects } from "../../storage/writes/write-database.ts";
import { withSource } from "../received/store.ts";
import { receivedAlerts } from "../received/table.ts";
import { actsAt, type ReceivedAlert } from "../rules/episode.ts";
import type { AlertRule } from "../rules/schema.ts";
import { addMatching } from "../rules/simulate.ts";
import { listRules } from "../rules/store.ts";
import { parseEpisode } from "../rules/stored-episode.ts";
import { alertEpisodes, alertProgress } from "../rules/table.ts";
import { type Decision, decide, type Rule } from "./decide.ts";
import { type Invocation, saveDecision } from "./save.ts";
import { readWorld } from "./world.ts";

/** Rows of one read, each with up to half a megabyte. */
const MAX_READ = 50;
/** The cron goes on with the others. */
const MAX_READS = 20;

/** Shows the rules what was received since the last run, and lets those act that have waited long enough. */
export async function runRules(invocation: Invocation, now = Date.now()): Promise<void> {
  const { db } = invocation;
  const rules = await listRules(db);
  for (let read = 0; read < MAX_READS; read += 1) {
    const rows = await readUnseen(db);
    const alerts = rows.flatMap(withSource);
    for (const rule of rules) await retryOnConflict(() => runRule(invocation, rule, { alerts, now }));
    const last = rows.at(-1)?.receivedID;
    if (last !== undefined) await saveProgress(db, last);
    if (rows.length < MAX_READ) return;
  }
}

async function readUnseen(db: Db) {
  const seen = db.select({ receivedID: max(alertProgress.receivedID) }).from(alertProgress);
  return db
    .select()
    .from(receivedAlerts)
    .where(gt(receivedAlerts.receivedID, sql`coalesce(${seen}, 0)`))
    .orderBy(asc(receivedAlerts.receivedID))
    .limit(MAX_READ);
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

async function runRule(
  invocation: Invocation,
  rule: AlertRule,
  { alerts, now }: { alerts: ReceivedAlert[]; now: number },
): Promise<void> {
  const { db } = invocation;
  const [stored] = await db.select().from(alertEpisodes).where(eq(alertEpisodes.ruleID, rule.ruleID));
  const before = parseEpisode(stored?.state ?? null);
  const episode = addMatching(before, rule, alerts);
  const isDue = stored?.dueAt != null && stored.dueAt <= isoTime(now);
  const at = actsAt(episode, rule);
  if (!isDue && (at === undefined || at > now)) {
    if (episode === before) return;
    return saveDecision(invocation, rule, {
      decision: { episode, actions: [], dueAt: at },
      version: stored?.version ?? 0,
    });
  }
  const world = await readWorld(db, rule.ruleID, now);
  const targets = await readTargets(db, rule);
  const decision: Decision = decide({ rule: { ...rule, targets }, episode, world, now, newID });
  await saveDecision(invocation, rule, { decision, version: stored?.version ?? 0, world });
}

/** The components of a rule and of its group. One that is in both gets the worse status. */
export async function readTargets(
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
