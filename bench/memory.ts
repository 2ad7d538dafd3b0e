import { Miniflare } from "miniflare";
import { grow } from "../test/support/grown.ts";
import { publicAddresses } from "../test/support/public-addresses.ts";
import { startUserPool } from "../test/support/user-pool.ts";
import { workerVars } from "../test/support/worker-vars.ts";
import { answer, client } from "../tools/demo/client.ts";
import { migrate } from "../tools/start/migrations.ts";
import { daymarkWorker } from "../tools/start/workers.ts";
import { addressesOf } from "../web/status/texts/page-address.ts";
import { heapsOf } from "./heap.ts";
import { median } from "./rates.ts";
import { atMost, type Figure } from "./table.ts";

const COMPONENTS = 200;
const STEP_SECONDS = 10;
/** Besides the main page in each language: every address comes about twice in half an hour. */
const READS_A_STEP = 50;
/**
 * V8 may use so much of the 128 MB that an isolate has on Cloudflare, in MB. The rest is for the bodies of answers, which are
 * not in its heap. This machine's workerd knows no such limit, and V8 would let garbage pile up: here the isolate dies beyond it.
 */
const MAX_HEAP_MB = 64;
/** So many requests are sent at once. */
const AT_ONCE = 10;

/**
 * Measures the memory of the Worker's isolate while a large page is in use. Every ten seconds somebody writes, and so the main page is read
 * anew in each language, and other addresses in turn; points come every minute. It is the Worker's clock that goes ahead
 * by as many minutes, in some minutes of this machine's: what an isolate holds depends on what it was asked for, and on its
 * clock.
 */
export async function measureMemory(minutes: number): Promise<Figure[]> {
  const subject = await startLargePage();
  const samples: { held: number; withGarbage: number }[] = [];
  try {
    const { held: start } = await subject.heaps();
    for (let step = 0; step < (minutes * 60) / STEP_SECONDS; step += 1) {
      await subject.use(step);
      if (step % 3 === 2) samples.push(await subject.heaps());
      process.stderr.write(`\rMinute ${Math.ceil((step * STEP_SECONDS) / 60)} of ${minutes} …`);
    }
    process.stderr.write("\r\x1b[K");
    const held = samples.map((sample) => sample.held);
    const third = Math.floor(held.length / 3);
    const [middle, last] = [median(held.slice(third, 2 * third)), median(held.slice(2 * third))];
    return [
      {
        what: `${COMPONENTS} components in 7 languages for ${minutes} minutes: memory at the start and at the end`,
        measured: `${start.toFixed(0)} MB, ${held.at(-1)?.toFixed(0)} MB`,
      },
      { what: "… at most, after collections of garbage", ...atMost(64, Math.max(...held), "MB") },
      {
        what: "… at most, with garbage",
        ...atMost(128, Math.max(...samples.map(({ withGarbage }) => withGarbage)), "MB"),
      },
      {
        what: "… p50 of the middle third and of the last",
        figure: `${middle.toFixed(0)} MB, ${last.toFixed(0)} MB`,
        ...atMost(1.1, last / middle, "of the middle"),
      },
    ];
  } finally {
    await subject.stop();
  }
}

async function startLargePage() {
  const pool = await startUserPool();
  process.env.MINIFLARE_WORKERD_V8_FLAGS = `--max-heap-size=${MAX_HEAP_MB}`; // where Miniflare looks for it
  const mf = new Miniflare({
    cf: false,
    inspectorPort: 0,
    handleStructuredLogs: () => undefined,
    workers: [
      // Its clock can go ahead.
      await daymarkWorker(workerVars(pool), { build: "faulty-worker", rates: "unlimited" }),
    ],
  });
  const db = await mf.getD1Database("DB"); // so workerd has been started
  delete process.env.MINIFLARE_WORKERD_V8_FLAGS;
  await migrate(db);
  const now = new Date();
  await grow(db, {
    components: COMPONENTS,
    incidents: 1000,
    maintenances: 50,
    days: 365,
    now: now.toISOString(),
  });
  const { origin: url } = await mf.unsafeGetDirectURL("daymark");
  const token = await pool.token({ exp: Math.floor(Date.now() / 1000) + 80_000 });
  const api = client(url, async () => token);
  const key = (await answer(api.settings.apikeys.$post({ json: { name: "memory" } }))).value;
  const metrics: string[] = [];
  for (let n = 1; n <= 3; n += 1) {
    const json = { type: "Self", title: `Response time ${n}`, status: "Visible", unit: "ms" } as const;
    metrics.push((await answer(api.metrics.$post({ json }))).metricID);
  }
  const idsOf = async (table: string, id: string, where: string) => {
    const { results } = await db.prepare(`SELECT ${id} AS id FROM ${table} ${where}`).all<{ id: string }>();
    return results.map((row) => row.id);
  };
  const newest = (kind: string) => `WHERE kind = '${kind}' ORDER BY created_at DESC LIMIT 50`;
  const components = await idsOf("components", "component_id", "");
  const addresses = publicAddresses({
    components,
    incidents: await idsOf("notices", "notice_id", newest("incident")),
    maintenances: await idsOf("notices", "notice_id", newest("maintenance")),
    metrics,
    months: [0, 1, 2].map((back) =>
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)).toISOString().slice(0, 7),
    ),
  });
  const inspector = await mf.getInspectorURL();

  async function send(path: string, ahead: number, init: RequestInit = {}): Promise<void> {
    // A connection that was idle for a while may be closed under a request.
    const headers = {
      Connection: "close",
      "x-test-ahead": String(ahead),
      "x-api-key": key,
      Authorization: token,
    };
    const response = await fetch(url + path, { ...init, headers });
    if (!response.ok) throw new Error(`${path} answers ${response.status}.`);
    await response.arrayBuffer();
  }

  async function readAll(paths: string[], ahead: number): Promise<void> {
    for (let from = 0; from < paths.length; from += AT_ONCE)
      await Promise.all(paths.slice(from, from + AT_ONCE).map((path) => send(path, ahead)));
  }

  /** The writes in turn: the status of a component, its description, an incident that is told of. */
  async function write(step: number, ahead: number): Promise<void> {
    const componentID = components[step % components.length] ?? "";
    const status = step % 2 === 0 ? "Partial Outage" : "Operational";
    if (step % 3 === 2) {
      const message = `We look into it, and write here as soon as we know **more**, for the time ${step}.`;
      const incident = {
        name: `API is slow, ${step}`,
        status: "Resolved",
        message,
        components: [{ componentID, status }],
      };
      return send("/api/incidents", ahead, { method: "POST", body: JSON.stringify(incident) });
    }
    const body = JSON.stringify(step % 3 === 1 ? { description: `As of ${step}` } : { status });
    return send(`/api/components/${componentID}`, ahead, { method: "PATCH", body });
  }

  let next = 0;
  return {
    heaps: () => heapsOf(inspector, url),
    async use(step: number) {
      const ahead = (step + 1) * STEP_SECONDS * 1000;
      await write(step, ahead);
      if ((step * STEP_SECONDS) % 60 === 0) {
        const timestamp = Date.now() + ahead;
        const points = Object.fromEntries(metrics.map((id) => [id, [{ timestamp, value: step }]]));
        await send("/api/v0/metrics/data", ahead, { method: "POST", body: JSON.stringify(points) });
      }
      await readAll(addressesOf("/"), ahead);
      const others = Array.from({ length: READS_A_STEP }, () => addresses[next++ % addresses.length] ?? "/");
      await readAll(others, ahead);
    },
    async stop() {
      await mf.dispose();
      await pool.stop();
    },
  };
}
