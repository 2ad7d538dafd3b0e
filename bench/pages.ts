import { measureAge } from "./age.ts";
import { measureRates } from "./rates.ts";
import { measureSizes } from "./sizes.ts";
import { startSubject } from "./subject.ts";
import { atLeast, atMost, type Figure } from "./table.ts";

/** What the page's targets are about: 10 components, 20 incidents in the days shown, 3 graphs. */
export async function measurePages(): Promise<Figure[]> {
  const subject = await startSubject({ components: 10, incidents: 20, days: 13, metrics: 3 });
  const figures: Figure[] = [];
  try {
    const rates = await measureRates(subject);
    figures.push(
      { what: "bare Worker, a page's bytes", figure: `${rates.barePage.toFixed(0)} requests/s` },
      {
        what: "GET / unchanged",
        figure: `${rates.page.toFixed(0)} requests/s`,
        ...atLeast(0.5, rates.page / rates.barePage, "of bare"),
      },
      {
        what: "GET / unchanged, answered 304",
        figure: `${rates.notModified.toFixed(0)} requests/s`,
        ...atLeast(0.8, rates.notModified / rates.barePage, "of bare"),
      },
      { what: "bare Worker, a list's bytes", figure: `${rates.bareList.toFixed(0)} requests/s` },
      {
        what: "GET /api/components",
        figure: `${rates.list.toFixed(0)} requests/s`,
        ...atLeast(0.4, rates.list / rates.bareList, "of bare"),
      },
    );
    figures.push(
      { what: "bare Worker, the summary's bytes", figure: `${rates.bareSummary.toFixed(0)} requests/s` },
      {
        what: "GET /api/v2/summary.json unchanged",
        figure: `${rates.summary.toFixed(0)} requests/s`,
        ...atLeast(0.5, rates.summary / rates.bareSummary, "of bare"),
      },
      {
        what: "GET /api/v2/summary.json, answered 304",
        figure: `${rates.summaryNotModified.toFixed(0)} requests/s`,
        ...atLeast(0.8, rates.summaryNotModified / rates.bareSummary, "of bare"),
      },
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
