import { measureAge } from "./age.ts";
import { measureRates } from "./rates.ts";
import { measureSizes } from "./sizes.ts";
import { startSubject } from "./subject.ts";
import { atLeast, atMost, type Figure } from "./table.ts";

export async function measurePages(): Promise<Figure[]> {
  const subject = await startSubject({ components: 10, incidents: 20, days: 13, metrics: 3 });
  const figures: Figure[] = [];
  try {
    const rates = await measureRates(subject);
    figures.push(
      bareFigure("a page's bytes", rates.barePage),
      comparedToBare("GET / unchanged", rates.page, rates.barePage, 0.5),
      comparedToBare("GET / unchanged, answered 304", rates.notModified, rates.barePage, 0.8),
      bareFigure("a list's bytes", rates.bareList),
      comparedToBare("GET /api/components", rates.list, rates.bareList, 0.4),
      bareFigure("the summary's bytes", rates.bareSummary),
      comparedToBare("GET /api/v2/summary.json unchanged", rates.summary, rates.bareSummary, 0.5),
      comparedToBare(
        "GET /api/v2/summary.json, answered 304",
        rates.summaryNotModified,
        rates.bareSummary,
        0.8,
      ),
    );
    for (const { what, bytes, maxKB } of await measureSizes(subject)) {
      const figure = { what: `${what}, gz`, measured: `${(bytes / 1000).toFixed(1)} kB` };
      figures.push({ ...figure, ...(maxKB !== undefined && atMost(maxKB, bytes / 1000, "kB")) });
    }
  } finally {
    await subject.stop();
  }

  return [...figures, ...(await measureAge())];
}

function bareFigure(bytes: string, rate: number): Figure {
  return { what: `bare Worker, ${bytes}`, figure: perSecond(rate) };
}

function comparedToBare(what: string, rate: number, bareRate: number, minShare: number): Figure {
  return { what, figure: perSecond(rate), ...atLeast(minShare, rate / bareRate, "of bare") };
}

function perSecond(rate: number): string {
  return `${rate.toFixed(0)} requests/s`;
}
