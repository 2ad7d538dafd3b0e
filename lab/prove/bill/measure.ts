import { setTimeout as wait } from "node:timers/promises";
import { makeApiKey } from "../../../test/support/factories/factories.ts";
import { fillHistory } from "../../../test/support/factories/fill-history.ts";
import { addSubscribers, manySubscribers } from "../../../test/support/factories/insert-subscribers.ts";
import { enableMail } from "../../../test/support/factories/make-subscribers.ts";
import { mailVars } from "../../../test/support/readers/mail.ts";
import { countWaiting } from "../../../test/support/readers/mail-deliveries.ts";
import { answer, type Daymark, startDaymark } from "../../../test/support/starters/daymark.ts";
import { startMailService } from "../../../tools/start/mail-service.ts";
import { HOUR_MS, MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { startCounter } from "./counter.ts";
import { type Installation, PAST_INCIDENTS } from "./installations.ts";
import { minus, noUsage, times, type Usage } from "./prices.ts";

export type Kind =
  | "minute"
  | "hour"
  | "points"
  | "miss"
  | "hit"
  | "graph"
  | "consolePoll"
  | "update"
  | "mail";

/** Emails cost the same however many there are (test/worker/costs/mail-rows.test.ts), so only some are counted. */
const MAX_COUNTED_MAILS = 500;
/** The first runs of the cron also convert and roll up what the content brought with it. */
const WARM_UP_RUNS = 10;
/** Some rows are written once in five minutes. */
const MEASURED_MINUTES = 5;
const VERSION_TTL_MS = 1100;

/** Runs each kind of invocation on an installation of that size, and counts what Cloudflare would bill. */
export async function measureInvocations(installation: Installation): Promise<Record<Kind, Usage>> {
  const mail = await startMailService({ rate: 100_000 });
  const vars = { ...mailVars(mail.endpoint), CLOUDWATCH_ENDPOINT: "http://127.0.0.1:9" };
  const daymark = await startDaymark({ vars, rates: "unlimited" });
  try {
    const { db } = daymark;
    const { components, metrics } = installation;
    const now = new Date().toISOString();
    await fillHistory(db, { components, incidents: PAST_INCIDENTS, days: 365, now });
    await addMetrics(db, metrics);
    const { measureUsage } = await startCounter(daymark);
    return {
      ...(await measureCron(daymark, measureUsage)),
      ...(await measureReads(daymark, measureUsage, metrics)),
      ...(await measureWrites(daymark, measureUsage, installation)),
    };
  } finally {
    await Promise.all([daymark.stop(), mail.stop()]);
  }
}

type MeasureUsage = Awaited<ReturnType<typeof startCounter>>["measureUsage"];

async function measureCron(daymark: Daymark, measureUsage: MeasureUsage) {
  const start = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  const runMinutes = async (first: number, last: number) => {
    for (let minute = first; minute <= last; minute += 1)
      await daymark.runCron(new Date(start + minute * MINUTE_MS).toISOString());
  };
  await runMinutes(1, WARM_UP_RUNS);
  const minute = await measureUsage(MEASURED_MINUTES, () =>
    runMinutes(WARM_UP_RUNS + 1, WARM_UP_RUNS + MEASURED_MINUTES),
  );
  return { minute, hour: minus(await measureUsage(1, () => runMinutes(60, 60)), minute) };
}

async function measureReads(daymark: Daymark, measureUsage: MeasureUsage, metrics: number) {
  const read = async (path: string, headers: Record<string, string> = {}) =>
    (await daymark.fetch(path, { headers })).arrayBuffer();
  await read("/");
  await answer(daymark.administrator.components.$post({ json: { name: "New" } }));
  const miss = await measureUsage(1, () => read("/"));
  await wait(VERSION_TTL_MS);
  const hit = await measureUsage(1, () => read("/"));
  const points = metrics === 0 ? noUsage : await measurePoints(daymark, measureUsage, metrics);
  const graph =
    metrics === 0 ? noUsage : await measureUsage(1, () => read(`/metrics/${metricID(0)}/day.svg`));
  const Authorization = await daymark.token();
  const list = await daymark.fetch("/api/incidents?fresh=1", { headers: { Authorization } });
  const headers = { Authorization, "If-None-Match": list.headers.get("ETag") ?? "" };
  const consolePoll = await measureUsage(1, () => read("/api/incidents?fresh=1", headers));
  return { miss, hit, points, graph, consolePoll };
}

/** A script submits one point of each metric, in one request a minute. The first request creates the day files. */
async function measurePoints(daymark: Daymark, measureUsage: MeasureUsage, metrics: number): Promise<Usage> {
  const key = await makeApiKey(daymark, { scopes: ["metrics"] });
  const submit = (at: number) =>
    daymark.fetch("/api/v0/metrics/data", {
      method: "POST",
      headers: { "x-api-key": key },
      body: JSON.stringify(
        Object.fromEntries(
          Array.from({ length: metrics }, (_, n) => [metricID(n), [{ timestamp: at, value: n }]]),
        ),
      ),
    });
  const now = Date.now();
  // One run of the queue stores 400 day files, and the next one follows later.
  const areStored = ({ filesWritten }: Usage) => filesWritten >= metrics;
  await measureUsage(1, () => submit(now - MINUTE_MS), areStored);
  return measureUsage(1, () => submit(now), areStored);
}

/** Points are accepted only for IDs of the usual length. */
const metricID = (n: number) => `metric${String(n).padStart(6, "0")}`;

async function measureWrites(daymark: Daymark, measureUsage: MeasureUsage, { subscribers }: Installation) {
  const post = () =>
    answer(
      daymark.administrator.incidents.$post({
        json: {
          name: "API is down",
          status: "Investigating",
          message: "We look into it.",
          components: [{ componentID: "component-1", status: "Major Outage" }],
        },
      }),
    );
  await post();
  const update = await measureUsage(1, post);
  const counted = Math.min(subscribers, MAX_COUNTED_MAILS);
  if (counted === 0) return { update, mail: noUsage };
  await enableMail(daymark);
  await addSubscribers(daymark, manySubscribers(counted));
  const toAll = await measureUsage(1, async () => {
    await post();
    await untilSent(daymark);
  });
  return { update, mail: times(minus(toAll, update), 1 / counted) };
}

async function untilSent(daymark: Daymark): Promise<void> {
  while ((await countWaiting(daymark)) !== 0) await wait(100);
}

/** Writes metrics to the database, because hundreds of requests would take long. */
async function addMetrics({ exec }: Daymark["db"], metrics: number): Promise<void> {
  if (metrics === 0) return;
  const columns =
    'metric_id, type, title, status, unit, description, decimal_places, "order", props, created_at, updated_at';
  const at = "'2026-01-01T00:00:00.000Z'";
  await exec(
    `WITH RECURSIVE count(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM count WHERE n < ${metrics - 1}) INSERT INTO metrics (${columns}) SELECT printf('metric%06d', n), 'Self', 'Metric ' || n, 'Visible', 'ms', '', 2, n, '{}', ${at}, ${at} FROM count`,
  );
}
