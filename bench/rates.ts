import autocannon from "autocannon";
import type { Subject } from "./subject.ts";

/** Rounds are short and take turns, so that noise of the machine affects all subjects alike. */
const ROUNDS = 28;
const ROUND_SECONDS = 0.5;

/** @returns the median requests per second of each subject */
export async function measureRates({ url, bare }: Subject) {
  const page = await fetch(`${url}/`);
  const pageBytes = (await page.arrayBuffer()).byteLength;
  const listBytes = (await (await fetch(`${url}/api/components`)).arrayBuffer()).byteLength;
  const summaryBytes = (await (await fetch(`${url}/api/v2/summary.json`)).arrayBuffer()).byteLength;
  const runs = {
    barePage: () => rate(`${bare}/${pageBytes}`),
    page: () => rate(`${url}/`),
    // `*` matches every ETag. The page's own changes every ten minutes.
    notModified: () => rate(`${url}/`, 304, { "If-None-Match": "*" }),
    bareList: () => rate(`${bare}/${listBytes}`),
    list: () => rate(`${url}/api/components`),
    bareSummary: () => rate(`${bare}/${summaryBytes}`),
    summary: () => rate(`${url}/api/v2/summary.json`),
    summaryNotModified: () => rate(`${url}/api/v2/summary.json`, 304, { "If-None-Match": "*" }),
  };
  const names = Object.keys(runs) as (keyof typeof runs)[];
  const measured = Object.fromEntries(names.map((name) => [name, [] as number[]]));
  for (let round = 0; round <= ROUNDS; round++) {
    process.stderr.write(`\rRound ${round} of ${ROUNDS} …`);
    for (const name of names) {
      const perSecond = await runs[name]();
      if (round > 0) measured[name]?.push(perSecond); // The first round only warms up.
    }
  }
  process.stderr.write("\r\x1b[K");
  return Object.fromEntries(names.map((name) => [name, median(measured[name] ?? [])])) as Record<
    keyof typeof runs,
    number
  >;
}

async function rate(url: string, status = 200, headers: Record<string, string> = {}): Promise<number> {
  const { requests, duration, statusCodeStats } = await autocannon({
    url,
    connections: 8,
    duration: ROUND_SECONDS,
    headers,
  });
  const expected = statusCodeStats[status]?.count ?? 0;
  if (expected < requests.total) throw new Error(`${url} did not answer ${status} every time.`);
  return requests.total / duration;
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
