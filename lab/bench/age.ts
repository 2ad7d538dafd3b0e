import { medianFreshRenders } from "./fresh-render.ts";
import { startSubject } from "./subject.ts";
import { atMost, type Figure } from "./table.ts";

const YEAR_DAYS = 365;

/** Measures the main page of a large service, and how much slower it is with five years of content than with three months. */
export async function measureDatabaseGrowth(): Promise<Figure[]> {
  const large = await startSubject({ components: 100, incidents: 1000, days: YEAR_DAYS });
  const young = await startSubject({ components: 10, incidents: 500, days: YEAR_DAYS / 4 });
  const old = await startSubject({ components: 10, incidents: 10_000, days: 5 * YEAR_DAYS });
  try {
    const [largeMs = Number.NaN] = await medianFreshRenders(large);
    const [youngMs = Number.NaN, oldMs = Number.NaN] = await medianFreshRenders(young, old);
    return [
      {
        name: "GET / after a write, 100 components and 1,000 incidents, p50",
        ...atMost(10, largeMs, "ms"),
      },
      {
        name: "… with five years and 10,000 incidents ÷ with three months",
        figure: `${oldMs.toFixed(1)} ms`,
        ...atMost(1.5, oldMs / youngMs, "of the young page"),
      },
    ];
  } finally {
    await Promise.all([large.stop(), young.stop(), old.stop()]);
  }
}
