import type { WriteDb } from "../storage/db.ts";
import { isDatapointsMessage } from "./datapoints-message.ts";
import { DAYS_A_RUN, type DatapointsMessage, type Delivery, sendPoints, splitByAge } from "./ingest.ts";
import { logStoreFailure, nameOf, storeDays } from "./store-days.ts";

const FIRST_RETRY_SECONDS = 5;
const HOUR_SECONDS = 3600;
/** A message gets 100 retries and is kept for 14 days at most, which are over first. */
const DEAD_LETTER_RETRY_SECONDS = 4 * HOUR_SECONDS;
/** Between two runs of one batch: longer than the consumer waits for a batch to fill, so that they do not meet again. */
const RUN_GAP_SECONDS = 2;

type PointsMessage = Message<DatapointsMessage>;

/** What a queue's messages are to this Worker. */
interface Handling {
  retryLater: (message: PointsMessage) => void;
  /** Whether past days go into the queue of backlogs where there are more days than one run stores. */
  movesPast?: true;
}

/** A message, and which of its days this run stores; the rest is sent on. */
interface Work {
  message: PointsMessage;
  days: Delivery[];
  rest: Delivery[];
}

/**
 * Stores a batch of the queue: each metric-day's file is written once. Since a minute is the key, whatever comes again changes
 * nothing, so a message is acknowledged only when all of it is stored, and is retried in every other case.
 */
export async function storePoints(
  env: Env,
  db: WriteDb,
  batch: MessageBatch<DatapointsMessage>,
  { retryLater, movesPast }: Handling,
): Promise<void> {
  const byForm = Map.groupBy(batch.messages, ({ body }) => isDatapointsMessage(body));
  const [readable, strange] = [byForm.get(true) ?? [], byForm.get(false) ?? []];
  const isCrowded = movesPast === true && countDays(readable) > DAYS_A_RUN;
  const works = newestFirst(readable).map(isCrowded ? recentWork : wholeWork);
  const [current = [], ...later] = splitIntoRuns(works);
  const failed = await storeDays(
    env,
    db,
    current.flatMap(({ days }) => days),
  );
  const isStored = ({ days }: Work) => !days.some((delivery) => failed.has(nameOf(delivery)));
  const options = isCrowded ? { maxPastDays: 0 } : {};
  if (strange.length > 0) logStoreFailure(new Error("Some messages are not in this version's format."));
  // The version that has sent them can come back.
  for (const message of strange) retryLater(message);
  for (const work of current) {
    if (isStored(work) && (await sendRest(env, work, options))) work.message.ack();
    else retryLater(work.message);
  }
  // Where nothing at all could be stored, the others would fail as well.
  const isOutage = !current.some(isStored);
  for (const [at, run] of later.entries()) {
    for (const { message } of run) {
      if (isOutage) retryLater(message);
      else message.retry({ delaySeconds: (at + 1) * RUN_GAP_SECONDS });
    }
  }
}

/** So that a run that can't store everything begins with the points of today. */
function newestFirst(messages: readonly PointsMessage[]): PointsMessage[] {
  const newestDay = ({ body }: PointsMessage) =>
    body
      .map(({ day }) => day)
      .sort()
      .at(-1) ?? "";
  const byDay = Map.groupBy(messages, newestDay);
  return [...byDay.keys()]
    .sort()
    .reverse()
    .flatMap((day) => byDay.get(day) ?? []);
}

function countDays(messages: readonly PointsMessage[]): number {
  return new Set(messages.flatMap(({ body }) => body.map(nameOf))).size;
}

interface Run {
  works: Work[];
  days: Set<string>;
}

/** Groups messages so that the days of each group are as many as one run stores. */
function splitIntoRuns(works: Work[]): Work[][] {
  const runs: Run[] = [];
  for (const work of works) {
    const names = work.days.map(nameOf);
    const run = runs.find(({ days }) => fits(days, names)) ?? addRun(runs);
    run.works.push(work);
    for (const name of names) run.days.add(name);
  }
  return runs.map((run) => run.works);
}

function addRun(runs: Run[]): Run {
  const run: Run = { works: [], days: new Set() };
  runs.push(run);
  return run;
}

function fits(days: Set<string>, names: string[]): boolean {
  let count = days.size;
  for (const name of names) {
    if (!days.has(name)) count += 1;
    // Most runs are full, which the first new day shows.
    if (count > DAYS_A_RUN) return false;
  }
  return true;
}

/** All of them, except for a message from before messages were limited to what one run stores. */
function wholeWork(message: PointsMessage): Work {
  const { body } = message;
  return { message, days: body.slice(0, DAYS_A_RUN), rest: body.slice(DAYS_A_RUN) };
}

/** What is recent, so that the past days of one sender, however many messages they come in, hold up no other's points. */
function recentWork(message: PointsMessage): Work {
  const { recent, past } = splitByAge(message.body, Date.now());
  return { message, days: recent.slice(0, DAYS_A_RUN), rest: [...recent.slice(DAYS_A_RUN), ...past] };
}

/**
 * Sends on what a run does not store of a message. Called once everything else of it is stored, and
 * right before it is acknowledged: a message that is delivered again would send the same again.
 */
async function sendRest(
  env: Env,
  { rest }: Work,
  options: Parameters<typeof sendPoints>[2],
): Promise<boolean> {
  if (rest.length === 0) return true;
  return sendPoints(env, rest, options).then(
    () => true,
    (error: unknown) => {
      logStoreFailure(error);
      return false;
    },
  );
}

/** Its delay doubles with each delivery, up to an hour. */
export function retryWithBackoff(message: Message): void {
  const doubled = FIRST_RETRY_SECONDS * 2 ** (message.attempts - 1);
  message.retry({ delaySeconds: Math.min(doubled, HOUR_SECONDS) });
}

/** Retries a message of the dead-letter queue for as long as that keeps it. */
export function retryDeadLetter(message: Message): void {
  message.retry({ delaySeconds: DEAD_LETTER_RETRY_SECONDS });
}
