import { setTimeout as wait } from "node:timers/promises";
import { seededRandom } from "../../../test/support/factories/random.ts";
import { describeBound } from "../bounds.ts";
import { countFigure, mustBeNone, type Outcome } from "../outcome.ts";
import { type Installation, prepareInstallation } from "./installation.ts";
import type { Write } from "./journal.ts";
import { findLostAndDoubled } from "./lost.ts";
import { findLostPoints } from "./points.ts";
import { type Stored, withStored } from "./stored.ts";
import { findTorn } from "./torn.ts";
import { type Credentials, noteAnswer, send, writeUntilDeath } from "./writing.ts";

const MAX_WRITES_BEFORE_KILL = 60;
const MAX_DELAY_MS = 30;
const REPLAYS = 3;

/** Kills `npm start` again and again while writes run, and compares what it answered with what it stored. */
export async function proveCrashes({ seed, kills }: { seed: number; kills: number }): Promise<Outcome> {
  const random = seededRandom(seed);
  const installation = await prepareInstallation();
  const journal: Write[] = [];
  const faults = { lost: new Set<string>(), torn: new Set<string>(), doubled: new Set<string>() };
  const add = (found: { [kind in keyof typeof faults]?: string[] }) => {
    for (const kind of ["lost", "torn", "doubled"] as const)
      for (const fault of found[kind] ?? []) faults[kind].add(fault);
  };
  let { server } = installation;
  let [unanswered, retried, points] = [0, 0, 0];
  try {
    for (let kill = 1; kill <= kills; kill += 1) {
      const credentials = { token: await installation.token(), key: installation.key };
      const since = journal.length;
      await killWhileWriting(installation, server, credentials, journal, random);
      const round = journal.slice(since);
      unanswered += round.filter(({ state }) => state === "unanswered").length;
      await withStored(installation.stateDir, (stored) => {
        add({ torn: findTorn(stored), ...findLostAndDoubled(stored, journal, installation.writers) });
        takeStoredStatuses(stored, installation.writers);
      });
      server = await installation.start();
      const repeated = await retry(installation, credentials, round);
      retried += repeated.count;
      add({ doubled: repeated.doubled });
      points = 0;
      for (const writer of installation.writers) {
        const found = await findLostPoints(installation.statusPage, credentials.token, writer, journal);
        points += found.pointCount;
        add(found);
      }
      process.stderr.write(`\rKill ${kill} of ${kills}, ${journal.length} writes …`);
    }
    process.stderr.write("\r\x1b[K");
  } finally {
    await installation.remove();
  }
  const answered = journal.filter(({ state }) => state === "answered");
  const refused = journal.filter(({ state }) => state === "refused");
  return {
    bounds: `${describeBound("kills", kills)} with SIGKILL of \`npm start\` and its workerd, ${installation.writers.length} writers`,
    figures: [
      countFigure("writes answered with success", answered.length),
      countFigure("… of these, accepted points", points),
      countFigure("writes that a kill left without an answer", unanswered),
      countFigure("POSTs repeated with their Idempotency-Key", retried),
      mustBeNone("writes that were refused", refused.map(describe)),
      mustBeNone("lost: answered with success, and not stored after the kill", [...faults.lost]),
      mustBeNone("torn: stored without what belongs to it", [...faults.torn]),
      mustBeNone("doubled: stored twice, also after a retry", [...faults.doubled]),
    ],
    notes: [
      "Incidents and their updates, statuses of components, maintenances, settings and metric points are written. The database is read as the kill left it, " +
        "before the next start. What is written together: a notice, its updates, the statuses of its components with their recorded changes, the entries in the audit log, the message in the outbox with its recipients, and the Idempotency-Key. " +
        "SIGKILL ends the processes, not the machine: what a power failure does to the disk is not part of this.",
    ],
  };
}

function takeStoredStatuses(stored: Stored, writers: Installation["writers"]): void {
  for (const row of stored.rows("SELECT component_id, status FROM components")) {
    const writer = writers.find(({ componentID }) => componentID === row.component_id);
    // The column has only these values.
    if (writer) writer.status = row.status as typeof writer.status;
  }
}

const describe = ({ method, path, effect }: Write) => `${method} ${path} ${JSON.stringify(effect)}`;

async function killWhileWriting(
  { statusPage, writers }: Installation,
  server: Installation["server"],
  credentials: Credentials,
  journal: Write[],
  random: ReturnType<typeof seededRandom>,
): Promise<void> {
  const killAfter = random.integer(1, MAX_WRITES_BEFORE_KILL);
  const delayMs = random.integer(0, MAX_DELAY_MS);
  const since = journal.length;
  let isDead = false;
  const writing = writeUntilDeath(statusPage, credentials, writers, random, journal, () => isDead);
  const isDue = () => journal.slice(since).filter(({ state }) => state !== "unanswered").length >= killAfter;
  while (!isDue()) await wait(1);
  await wait(delayMs);
  const killed = server.end("SIGKILL", "group");
  isDead = true;
  await Promise.all([killed, writing]);
}

/** Repeats each POST without an answer, and some with one, as a client does that lost its connection. */
async function retry({ statusPage, writers }: Installation, credentials: Credentials, round: Write[]) {
  const posts = round.filter(
    ({ idempotencyKey, state }) => idempotencyKey !== undefined && state !== "refused",
  );
  const unanswered = posts.filter(({ state }) => state === "unanswered");
  const answered = posts.filter(({ state }) => state === "answered").slice(-REPLAYS);
  const doubled: string[] = [];
  for (const write of [...unanswered, ...answered]) {
    const { createdID: firstID, requestID } = write;
    await send(statusPage, credentials, write);
    if (write.state !== "answered") doubled.push(`the retry of ${describe(write)} was refused`);
    if (firstID !== undefined && write.createdID !== firstID) doubled.push(describe(write));
    // The entry in the audit log has the ID of the first request, which is unknown if its answer was lost.
    write.requestID = firstID === undefined ? undefined : requestID;
    const writer = writers[write.writer];
    if (firstID === undefined && writer) noteAnswer(writer, write);
  }
  return { count: unanswered.length + answered.length, doubled };
}
