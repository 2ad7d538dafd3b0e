import { measureAge } from "./age.ts";
import { measureRates } from "./rates.ts";
import { measureSizes } from "./sizes.ts";
import { startSubject } from "./subject.ts";
import { atLeast, atMost, type Figure } from "./table.ts";

/** The page's targets are about a page of 10 components, 20 incidents in the days shown and 3 graphs. */
export async function measurePages(): Promise<Figure[]> {
  const subject = await startSubject({ components: 10, incidents: 20, days: 13, metrics: 3 });
  const figures: Figure[] = [];
  try {
    const rates = await measureRates(subject);
    figures.push(
      alone("a page's bytes", rates.barePage),
      ofBare("GET / unchanged", rates.page, rates.barePage, 0.5),
      ofBare("GET / unchanged, answered 304", rates.notModified, rates.barePage, 0.8),
      alone("a list's bytes", rates.bareList),
      ofBare("GET /api/components", rates.list, rates.bareList, 0.4),
      alone("the summary's bytes", rates.bareSummary),
      ofBare("GET /api/v2/summary.json unchanged", rates.summary, rates.bareSummary, 0.5),
      ofBare("GET /api/v2/summary.json, answered 304", rates.summaryNotModified, rates.bareSummary, 0.8),
    );
    for (const { what, bytes, most } of await measureSizes(subject)) {
      const figure = { what: `${what}, gz`, measured: `${(bytes / 1000).toFixed(1)} kB` };
      figures.push({ ...figure, ...(most !== undefined && atMost(most, bytes / 1000, "kB")) });
    }
  } finally {
    await subject.stop();
  }

  return [...figures, ...(await measureAge())];
}

function alone(bytes: string, rate: number): Figure {
  return { what: `bare Worker, ${bytes}`, figure: perSecond(rate) };
}

/** @param least the share of the bare Worker's rate that is to be reached */
function ofBare(what: string, rate: number, bareRate: number, least: number): Figure {
  return { what, figure: perSecond(rate), ...atLeast(least, rate / bareRate, "of bare") };
}

function perSecond(rate: number): string {
  return `${rate.toFixed(0)} requests/s`;
}
