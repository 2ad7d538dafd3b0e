import { Miniflare } from "miniflare";
import { fillHistory } from "../../test/support/factories/fill-history.ts";
import { startTokenIssuer } from "../../test/support/fakes/fake-token-issuer.ts";
import { publicAddresses } from "../../test/support/readers/public-addresses.ts";
import { workerVars } from "../../test/support/starters/worker-vars.ts";
import { answer, client } from "../../tools/demo/client.ts";
import { migrate } from "../../tools/start/migrations.ts";
import { daymarkWorker } from "../../tools/start/workers.ts";
import { addressInEachLanguage } from "../../web/status/addresses/page-address.ts";
import { type Heap, measureHeap } from "./heap.ts";
import { median } from "./rates.ts";
import { atMost, type Figure } from "./table.ts";

const COMPONENTS = 200;
const STEP_SECONDS = 10;
/** At this rate half an hour reads every address about twice, besides the main page in each language. */
const READS_PER_STEP = 50;
/**
 * Cloudflare limits an isolate to 128 MB, which includes response bodies outside of V8's heap. Local workerd has no limit, so V8
 * gets this one and crashes the isolate that exceeds it.
 */
const MAX_HEAP_MB = 64;
const MAX_CONCURRENT_REQUESTS = 10;

type Database = Awaited<ReturnType<Miniflare["getD1Database"]>>;

/** Simulates `minutes` of use in less time by moving the Worker's clock: memory depends only on requests and that clock. */
export async function measureMemory(minutes: number): Promise<Figure[]> {
  const subject = await startLargePage();
  const samples: Heap[] = [];
  try {
    const { liveMB: startMB } = await subject.measureHeap();
    for (let step = 0; step < (minutes * 60) / STEP_SECONDS; step += 1) {
      await subject.runStep(step);
      if (step % 3 === 2) samples.push(await subject.measureHeap());
      process.stderr.write(`\rMinute ${Math.ceil((step * STEP_SECONDS) / 60)} of ${minutes} …`);
    }
    process.stderr.write("\r\x1b[K");
    const liveMB = samples.map((sample) => sample.liveMB);
    const third = Math.floor(liveMB.length / 3);
    const [middleMB, lastMB] = [median(liveMB.slice(third, 2 * third)), median(liveMB.slice(2 * third))];
    return [
      {
        name: `${COMPONENTS} components in 7 languages for ${minutes} minutes: heap at the start and at the end`,
        result: `${startMB.toFixed(0)} MB, ${liveMB.at(-1)?.toFixed(0)} MB`,
      },
      { name: "… peak after garbage collection", ...atMost(64, Math.max(...liveMB), "MB") },
      {
        name: "… peak with garbage",
        ...atMost(128, Math.max(...samples.map(({ withGarbageMB }) => withGarbageMB)), "MB"),
      },
      {
        name: "… p50 of the last third ÷ p50 of the middle third",
        figure: `${middleMB.toFixed(0)} MB, ${lastMB.toFixed(0)} MB`,
        ...atMost(1.1, lastMB / middleMB, "of the middle third"),
      },
    ];
  } finally {
    await subject.stop();
  }
}

/** @param onLog gets each line of the Worker's log */
export async function startLargePage(onLog: (line: string) => void = () => undefined) {
  const pool = await startTokenIssuer();
  process.env.MINIFLARE_WORKERD_V8_FLAGS = `--max-heap-size=${MAX_HEAP_MB}`;
  const mf = new Miniflare({
    cf: false,
    inspectorPort: 0,
    handleStructuredLogs: ({ message }: { message: string }) => onLog(message),
    workers: [await daymarkWorker(workerVars(pool), { build: "test-worker", rates: "unlimited" })],
  });
  const db = await mf.getD1Database("DB"); // This waits until workerd has started and read the flags.
  delete process.env.MINIFLARE_WORKERD_V8_FLAGS;
  await migrate(db);
  const now = new Date();
  await fillLargePage(db, now);
  const { origin: url } = await mf.unsafeGetDirectURL("daymark");
  const token = await pool.token({ exp: Math.floor(Date.now() / 1000) + 80_000 });
  const { key, metrics } = await addKeyAndMetrics(url, token);
  const components = await selectIDs(db, "components", "component_id", "");
  const addresses = await selectAddresses(db, { components, metrics, now });
  const inspector = await mf.getInspectorURL();
  const send = sender(url, { "x-api-key": key, Authorization: token });

  let nextAddress = 0;
  return {
    measureHeap: () => measureHeap(inspector, url),
    async runCron(step: number) {
      const worker = await mf.getWorker("daymark");
      const scheduledTime = new Date(Date.now() + (step + 1) * STEP_SECONDS * 1000);
      await worker.scheduled({ cron: "* * * * *", scheduledTime });
    },
    async runStep(step: number) {
      const clockAheadMs = (step + 1) * STEP_SECONDS * 1000;
      await writeOnce(send, components[step % components.length] ?? "", step);
      if ((step * STEP_SECONDS) % 60 === 0) {
        const timestamp = Date.now() + clockAheadMs;
        const points = Object.fromEntries(metrics.map((id) => [id, [{ timestamp, value: step }]]));
        await send("/api/v0/metrics/data", clockAheadMs, { method: "POST", body: JSON.stringify(points) });
      }
      await readAll(send, addressInEachLanguage("/"), clockAheadMs);
      const paths = Array.from(
        { length: READS_PER_STEP },
        () => addresses[nextAddress++ % addresses.length] ?? "/",
      );
      await readAll(send, paths, clockAheadMs);
    },
    async stop() {
      await mf.dispose();
      await pool.stop();
    },
  };
}

async function fillLargePage(db: Database, now: Date): Promise<void> {
  await fillHistory(db, {
    components: COMPONENTS,
    incidents: 1000,
    maintenances: 50,
    days: 365,
    now: now.toISOString(),
  });
  await db
    .prepare(
      `INSERT INTO postmortems (notice_id, postmortem_id, body, state, published_at, created_at, updated_at)
        SELECT notice_id, notice_id, '## What happened', 'Published', ?1, ?1, ?1
        FROM notices WHERE kind = 'incident'`,
    )
    .bind(now.toISOString())
    .run();
}

async function addKeyAndMetrics(url: string, token: string) {
  const api = client(url, async () => token);
  const key = (await answer(api.settings.apikeys.$post({ json: { name: "memory" } }))).value;
  const metrics: string[] = [];
  for (let n = 1; n <= 3; n += 1) {
    const json = { type: "Self", title: `Response time ${n}`, status: "Visible", unit: "ms" } as const;
    metrics.push((await answer(api.metrics.$post({ json }))).metricID);
  }
  return { key, metrics };
}

async function selectIDs(db: Database, table: string, id: string, where: string): Promise<string[]> {
  const { results } = await db.prepare(`SELECT ${id} AS id FROM ${table} ${where}`).all<{ id: string }>();
  return results.map((row) => row.id);
}

async function selectAddresses(
  db: Database,
  { components, metrics, now }: { components: string[]; metrics: string[]; now: Date },
) {
  const newest = (kind: string) => `WHERE kind = '${kind}' ORDER BY created_at DESC LIMIT 50`;
  return publicAddresses({
    components,
    incidents: await selectIDs(db, "notices", "notice_id", newest("incident")),
    maintenances: await selectIDs(db, "notices", "notice_id", newest("maintenance")),
    metrics,
    months: [0, 1, 2].map((monthsAgo) =>
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo)).toISOString().slice(0, 7),
    ),
  });
}

type Send = ReturnType<typeof sender>;

function sender(url: string, credentials: Record<string, string>) {
  return async (path: string, clockAheadMs: number, init: RequestInit = {}): Promise<void> => {
    // workerd may close an idle connection just when the next request uses it.
    const headers = { Connection: "close", "x-test-ahead": String(clockAheadMs), ...credentials };
    const response = await fetch(url + path, { ...init, headers });
    if (!response.ok) throw new Error(`${path} responded with ${response.status}.`);
    await response.arrayBuffer();
  };
}

async function readAll(send: Send, paths: string[], clockAheadMs: number): Promise<void> {
  for (let from = 0; from < paths.length; from += MAX_CONCURRENT_REQUESTS)
    await Promise.all(
      paths.slice(from, from + MAX_CONCURRENT_REQUESTS).map((path) => send(path, clockAheadMs)),
    );
}

async function writeOnce(send: Send, componentID: string, step: number): Promise<void> {
  const clockAheadMs = (step + 1) * STEP_SECONDS * 1000;
  const status = step % 2 === 0 ? "Partial Outage" : "Operational";
  if (step % 3 === 2) {
    const message = `We look into it, and write here as soon as we know **more**, for the time ${step}.`;
    const incident = {
      name: `API is slow, ${step}`,
      status: "Resolved",
      message,
      components: [{ componentID, status }],
    };
    return send("/api/incidents", clockAheadMs, { method: "POST", body: JSON.stringify(incident) });
  }
  const body = JSON.stringify(step % 3 === 1 ? { description: `As of ${step}` } : { status });
  return send(`/api/components/${componentID}`, clockAheadMs, { method: "PATCH", body });
}
