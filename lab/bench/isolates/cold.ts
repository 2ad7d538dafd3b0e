import { median } from "../rates.ts";
import { startSubject } from "../subject.ts";
import { atMost, type Figure } from "../table.ts";
import { makeCalls } from "./calls.ts";
import { measureStartUp } from "./start-up.ts";

const BARE_BYTES = 1000;

/**
 * Measures what a visitor meets where nobody was for a while: size and time of the start, and the first requests of fresh isolates.
 * @param isolates how many fresh isolates each kind of request has
 */
export async function measureCold(isolates: number): Promise<Figure[]> {
  return [...(await measureStartUp(isolates)), ...(await measureFirstRequests(isolates))];
}

interface Times {
  name: string;
  first: number[];
  second: number[];
}

async function measureFirstRequests(isolates: number): Promise<Figure[]> {
  const subject = await startSubject({ components: 10, incidents: 20, days: 90 });
  try {
    const calls = await makeCalls(subject);
    const bare = { ...noTimes("bare Worker"), call: () => readBare(subject.bareWorkerURL) };
    const page = { ...noTimes("public page"), call: calls.page };
    const kinds = [
      page,
      { ...noTimes("feed"), call: calls.feed },
      { ...noTimes("v2 summary"), call: calls.summary },
      { ...noTimes("GET /api/components"), call: calls.components },
      { ...noTimes("badge"), call: calls.badge },
      { ...noTimes("POST of an incident"), call: calls.postIncident },
      { ...noTimes("idle cron minute"), call: calls.runIdleMinute },
    ];
    for (let round = 1; round <= isolates; round += 1) {
      process.stderr.write(`\rFresh isolate ${round} of ${isolates} for each kind of request …`);
      for (const kind of kinds) {
        await subject.restart();
        // Whichever comes first is slower, so they change places.
        for (const each of round % 2 === 0 ? [bare, kind] : [kind, bare]) {
          each.first.push(await timeMs(each.call));
          each.second.push(await timeMs(each.call));
        }
        await calls.deleteIncidents();
      }
    }
    process.stderr.write("\r\x1b[K");
    return [
      ...[bare, ...kinds].map(toFigure),
      {
        name: "first page of a fresh isolate ÷ first request of a bare Worker",
        ...atMost(6, median(page.first) / median(bare.first), "times"),
      },
    ];
  } finally {
    await subject.stop();
  }
}

function noTimes(name: string): Times {
  return { name, first: [], second: [] };
}

async function readBare(url: string): Promise<void> {
  await (await fetch(`${url}/${BARE_BYTES}`)).arrayBuffer();
}

async function timeMs(call: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await call();
  return performance.now() - start;
}

function toFigure({ name, first, second }: Times): Figure {
  return {
    name: `${name}, first and second in a fresh isolate`,
    figure: `${first.length} isolates`,
    result: `${median(first).toFixed(1)} and ${median(second).toFixed(1)} ms`,
  };
}
