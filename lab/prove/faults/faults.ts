import { seededRandom } from "../../../test/support/factories/random.ts";
import { mustBeNone, type Outcome } from "../outcome.ts";
import { dependencies, type Mode, modes } from "./dependencies.ts";
import { columns, runOutage } from "./outage.ts";
import { recover } from "./recovery.ts";
import { startSubject } from "./subject.ts";

const note =
  "Each row is an installation of its own with six minutes of outage on the Worker's clock. A minute has a visit, a console's request, a new incident, a submitted point, a new subscriber, a run of the cron and of the queues. " +
  "`200 stale` is the last page with a note of its age. What was refused with 503 is sent again afterwards with its Idempotency-Key, as the answer asks for. " +
  "Lost counts incidents, their emails to each subscriber, subscriptions and their confirmations, submitted points and collected points of each minute of the outage that are still missing 14 minutes after it. " +
  "Slow D1 and R2 delay requests, not the cron's and the queues' runs. The clock and the queues are simulated; see test/support/starters/queue-simulator.ts.";

/** Lets each dependency fail in each way, and shows what people get and what is lost. */
export async function proveFaults({
  seed,
  only = Object.keys(dependencies),
}: {
  seed: number;
  only?: string[];
}): Promise<Outcome> {
  const random = seededRandom(seed);
  const rows: string[][] = [];
  const lost: string[] = [];
  const doubled: string[] = [];
  const errors: string[] = [];
  for (const name of only) {
    for (const mode of modes) {
      const subject = await startSubject();
      try {
        const outageStart = subject.queues.clock();
        const outage = await runOutage(subject, name, mode, random);
        const found = await recover(subject, outage, outageStart);
        const label = `${name} ${mode}`;
        lost.push(...found.lost.map((what) => `${label}: ${what}`));
        doubled.push(...found.doubled.map((what) => `${label}: ${what}`));
        for (const column of columns)
          for (const status of outage.statuses[column])
            if (!/^(200|201|503|200 stale)$/.test(status)) errors.push(`${label}: ${column} got ${status}`);
        rows.push([
          name,
          describeMode(name, mode),
          ...columns.map((column) => summarize(outage.statuses[column])),
          String(found.lost.length),
          String(found.doubled.length),
        ]);
        process.stderr.write(`\r${label} \x1b[K`);
      } finally {
        await subject.stop();
      }
    }
  }
  process.stderr.write("\r\x1b[K");
  return {
    bounds: `${only.length} dependencies in ${modes.length} ways`,
    tables: [
      {
        title: "What people get during an outage",
        columns: [
          ...["Dependency", "How", "Visitor's page", "API", "Graph", "Console", "New incident"],
          ...["Submitted points", "Subscribing", "Lost", "Doubled"],
        ],
        rows,
      },
    ],
    figures: [
      mustBeNone("answers other than success or 503 with Retry-After", errors),
      mustBeNone("lost once the outage is over", lost),
      mustBeNone("doubled, also after retries", doubled),
    ],
    notes: [note],
  };
}

function describeMode(name: string, mode: Mode): string {
  if (mode === "flapping") return mode;
  return `${mode}: ${dependencies[name]?.[mode].what ?? ""}`;
}

/** Writes `200 ×3, 503 ×3`. */
function summarize(statuses: string[]): string {
  const groups = [...Map.groupBy(statuses, (status) => status)];
  const [[only = ""] = [], ...others] = groups;
  if (others.length === 0) return only;
  return groups.map(([status, { length }]) => `${status} ×${length}`).join(", ");
}
