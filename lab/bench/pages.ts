import { measureDatabaseGrowth } from "./age.ts";
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
      bareFigure("as many bytes as the page", rates.barePage),
      compareToBare("GET / unchanged", rates.page, rates.barePage, 0.5),
      compareToBare("GET / unchanged, 304 response", rates.notModified, rates.barePage, 0.8),
      bareFigure("as many bytes as the list", rates.bareList),
      compareToBare("GET /api/components", rates.list, rates.bareList, 0.4),
      bareFigure("as many bytes as the summary", rates.bareSummary),
      compareToBare("GET /api/v2/summary.json unchanged", rates.summary, rates.bareSummary, 0.5),
      compareToBare(
        "GET /api/v2/summary.json, 304 response",
        rates.summaryNotModified,
        rates.bareSummary,
        0.8,
      ),
    );
    for (const { name, bytes, maxKB } of await measureSizes(subject)) {
      const figure = { name: `${name}, gz`, result: `${(bytes / 1000).toFixed(1)} kB` };
      figures.push({ ...figure, ...(maxKB !== undefined && atMost(maxKB, bytes / 1000, "kB")) });
    }
  } finally {
    await subject.stop();
  }

  return [...figures, ...(await measureDatabaseGrowth())];
}

function bareFigure(size: string, rate: number): Figure {
  return { name: `bare Worker, ${size}`, figure: formatRate(rate) };
}

function compareToBare(name: string, rate: number, bareRate: number, minShare: number): Figure {
  return { name, figure: formatRate(rate), ...atLeast(minShare, rate / bareRate, "of bare") };
}

function formatRate(rate: number): string {
  return `${rate.toFixed(0)} requests/s`;
}
