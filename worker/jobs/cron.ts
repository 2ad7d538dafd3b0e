import type { WriteDb } from "../storage/db.ts";
import { type Task, tasks } from "./tasks.ts";

const allTasks: Task[] = Object.values(tasks);
const conditions = [...new Set(allTasks.map(({ isDue }) => isDue))];
const selectDue = `SELECT ${conditions.map((condition, index) => `${condition} AS condition${index}`).join(", ")}`;

/** Runs each minute. A failing task doesn't stop the others. */
export async function runCron(
  { scheduledTime }: ScheduledController,
  env: Env,
  executionCtx: ExecutionContext,
): Promise<void> {
  const minute = new Date(scheduledTime).toISOString();
  const [read] = await Promise.allSettled([readDue(env, minute)]);
  // A task also looks itself whether it is due, so that D1 can still answer some of them.
  const due = read.status === "fulfilled" ? read.value : allTasks;
  if (due.length === 0) return;
  const db = await openDatabase(env);
  const mayRun = await checkPage(db, due, minute);
  const run = { env, executionCtx, db, scheduledTime, minute };
  const outcomes = await Promise.allSettled(due.filter(mayRun).map((task) => task.run(run)));
  for (const outcome of [read, ...outcomes]) if (outcome.status === "rejected") throw outcome.reason;
}

/** Reads in one statement what is due. */
async function readDue(env: Env, minute: string): Promise<Task[]> {
  const { results } = await env.DB.prepare(selectDue)
    .bind(minute, new Date().toISOString())
    .all<Record<string, number>>();
  const isMet = (condition: string) => results[0]?.[`condition${conditions.indexOf(condition)}`] === 1;
  return allTasks.filter(({ isDue }) => isMet(isDue));
}

async function openDatabase(env: Env): Promise<WriteDb> {
  const [{ database }, { withoutEffects }] = await Promise.all([
    import("../storage/db.ts"),
    import("../storage/writes/write-database.ts"),
  ]);
  return withoutEffects(database(env.DB, "primary"));
}

/** @returns whether an unfinished restore lets a task run */
async function checkPage(db: WriteDb, due: Task[], minute: string): Promise<(task: Task) => boolean> {
  if (due.every(({ needsPage }) => needsPage === undefined)) return () => true;
  const { hasRestoredThrough, isInProgress, readUnfinished } = await import(
    "../storage/writes/unfinished-restore.ts"
  );
  const restore = await readUnfinished(db).catch(() => undefined);
  if (!restore) return () => true;
  const isComplete = !isInProgress(restore, minute) || hasRestoredThrough(restore, "metricBackfills");
  return ({ needsPage }) => needsPage === undefined || (needsPage === "complete" && isComplete);
}
