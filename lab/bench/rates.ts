import autocannon from "autocannon";
import type { Subject } from "./subject.ts";

/** Rounds are short and alternate between subjects, so that noise of the machine affects all alike. */
const ROUNDS = 28;
const ROUND_SECONDS = 0.5;

/** @returns the median requests per second of each subject */
export async function measureRates({ url, bareWorkerURL }: Subject) {
  const page = await fetch(`${url}/`);
  const pageBytes = (await page.arrayBuffer()).byteLength;
  const listBytes = (await (await fetch(`${url}/api/components`)).arrayBuffer()).byteLength;
  const summaryBytes = (await (await fetch(`${url}/api/v2/summary.json`)).arrayBuffer()).byteLength;
  const measurements = {
    barePage: () => measureRate(`${bareWorkerURL}/${pageBytes}`),
    page: () => measureRate(`${url}/`),
    // `*` matches every ETag. The page's own changes every ten minutes.
    notModified: () => measureRate(`${url}/`, 304, { "If-None-Match": "*" }),
    bareList: () => measureRate(`${bareWorkerURL}/${listBytes}`),
    list: () => measureRate(`${url}/api/components`),
    bareSummary: () => measureRate(`${bareWorkerURL}/${summaryBytes}`),
    summary: () => measureRate(`${url}/api/v2/summary.json`),
    summaryNotModified: () => measureRate(`${url}/api/v2/summary.json`, 304, { "If-None-Match": "*" }),
  };
  const names = Object.keys(measurements) as (keyof typeof measurements)[];
  const measuredRates = Object.fromEntries(names.map((name) => [name, [] as number[]]));
  for (let round = 0; round <= ROUNDS; round++) {
    process.stderr.write(`\rRound ${round} of ${ROUNDS} …`);
    for (const name of names) {
      const perSecond = await measurements[name]();
      if (round > 0) measuredRates[name]?.push(perSecond); // The first round only warms up.
    }
  }
  process.stderr.write("\r\x1b[K");
  return Object.fromEntries(names.map((name) => [name, median(measuredRates[name] ?? [])])) as Record<
    keyof typeof measurements,
    number
  >;
}

async function measureRate(url: string, status = 200, headers: Record<string, string> = {}): Promise<number> {
  const { requests, duration, statusCodeStats } = await autocannon({
    url,
    connections: 8,
    duration: ROUND_SECONDS,
    headers,
  });
  const expectedCount = statusCodeStats[status]?.count ?? 0;
  if (expectedCount < requests.total) throw new Error(`${url} did not respond with ${status} every time.`);
  return requests.total / duration;
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
