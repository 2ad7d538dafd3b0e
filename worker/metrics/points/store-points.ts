import { HOUR_SECONDS } from "../../shared/time/domain.ts";
import type { WriteDb } from "../../storage/db.ts";
import { dayKey } from "../domain.ts";
import {
  type DatapointsMessage,
  type DayPoints,
  isDatapointsMessage,
  MAX_DAYS_PER_RUN,
  sendPoints,
  splitByAge,
} from "./points-queue.ts";
import { logStoreFailure, storeDays } from "./store-days.ts";

const FIRST_RETRY_SECONDS = 5;
/** Messages expire after 14 days, so that this never reaches the limit of 100 retries. */
const DEAD_LETTER_RETRY_SECONDS = 4 * HOUR_SECONDS;
/** The gap is longer than the consumer waits for a batch to fill, so that runs do not end up in one batch again. */
const RUN_GAP_SECONDS = 2;

type PointsMessage = Message<DatapointsMessage>;

interface ConsumerOptions {
  retryLater: (message: PointsMessage) => void;
  /** Moves past days to the queue of backlogs when a batch has more days than one run stores. */
  movesBacklog?: true;
}

interface Work {
  message: PointsMessage;
  days: DayPoints[];
  rest: DayPoints[];
}

/** Acknowledges a message only once all of it is stored. Storing it again changes nothing, so retries are safe. */
export async function storePoints(
  env: Env,
  db: WriteDb,
  batch: MessageBatch<DatapointsMessage>,
  { retryLater, movesBacklog }: ConsumerOptions,
): Promise<void> {
  const byFormat = Map.groupBy(batch.messages, ({ body }) => isDatapointsMessage(body));
  const [readable, unreadable] = [byFormat.get(true) ?? [], byFormat.get(false) ?? []];
  const storesRecentOnly = movesBacklog === true && countDays(readable) > MAX_DAYS_PER_RUN;
  const works = newestFirst(readable).map(storesRecentOnly ? workOnRecentDays : workOnAllDays);
  const [current = [], ...later] = splitIntoRuns(works);
  const failed = await storeDays(
    env,
    db,
    current.flatMap(({ days }) => days),
  );
  const isStored = ({ days }: Work) => !days.some((day) => failed.has(dayKey(day)));
  const options = storesRecentOnly ? { maxPastDays: 0 } : {};
  if (unreadable.length > 0) logStoreFailure(new Error("Some messages are not in this version's format."));
  // The version that sent them may be deployed again.
  for (const message of unreadable) retryLater(message);
  for (const work of current) {
    if (isStored(work) && (await sendRest(env, work, options))) work.message.ack();
    else retryLater(work.message);
  }
  // If nothing could be stored, the later runs would fail as well.
  const isOutage = !current.some(isStored);
  for (const [index, run] of later.entries()) {
    for (const { message } of run) {
      if (isOutage) retryLater(message);
      else message.retry({ delaySeconds: (index + 1) * RUN_GAP_SECONDS });
    }
  }
}

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
  return new Set(messages.flatMap(({ body }) => body.map(dayKey))).size;
}

function splitIntoRuns(works: Work[]): Work[][] {
  const runs: { works: Work[]; days: Set<string> }[] = [];
  for (const work of works) {
    const keys = work.days.map(dayKey);
    const run = runs.find(({ days }) => fits(days, keys));
    if (run) {
      run.works.push(work);
      for (const key of keys) run.days.add(key);
    } else runs.push({ works: [work], days: new Set(keys) });
  }
  return runs.map((run) => run.works);
}

function fits(days: Set<string>, keys: string[]): boolean {
  let count = days.size;
  for (const key of keys) {
    if (!days.has(key)) count += 1;
    if (count > MAX_DAYS_PER_RUN) return false;
  }
  return true;
}

function workOnAllDays(message: PointsMessage): Work {
  return { message, days: message.body, rest: [] };
}

/** Keeps the past days of one sender from delaying the recent points of the others. */
function workOnRecentDays(message: PointsMessage): Work {
  const { recent, past } = splitByAge(message.body, Date.now());
  return { message, days: recent, rest: past };
}

/** Call right before the message is acknowledged: a message that is delivered again sends its rest again. */
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

export function retryWithBackoff(message: Message): void {
  const backoffSeconds = FIRST_RETRY_SECONDS * 2 ** (message.attempts - 1);
  message.retry({ delaySeconds: Math.min(backoffSeconds, HOUR_SECONDS) });
}

export function retryDeadLetter(message: Message): void {
  message.retry({ delaySeconds: DEAD_LETTER_RETRY_SECONDS });
}
