import { Miniflare } from "miniflare";
import { fillHistory } from "../../test/support/factories/fill-history.ts";
import { addSubscribers, manySubscribers } from "../../test/support/factories/insert-subscribers.ts";
import { startTokenIssuer } from "../../test/support/fakes/fake-token-issuer.ts";
import { mailVars } from "../../test/support/readers/mail.ts";
import { workerVars } from "../../test/support/starters/worker-vars.ts";
import type { Bill } from "../../test/support/workers/bill.ts";
import { answer, type Client, client } from "../../tools/demo/client.ts";
import { startMailService } from "../../tools/start/mail-service.ts";
import { migrate } from "../../tools/start/migrations.ts";
import { daymarkWorker } from "../../tools/start/workers.ts";
import { DAY_MS, MINUTE_MS } from "../../worker/shared/time/domain.ts";
import { atMost, type Figure } from "./table.ts";

const SUBSCRIBERS = 2000;
const FIVE_YEARS_OF_USE = { components: 20, incidents: 10_000, days: 5 * 365 };

const pastMaintenances = `INSERT INTO notices (notice_id, kind, name, status, message, start_at, end_at, created_at, updated_at)
  WITH RECURSIVE count(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM count WHERE n < 999)
  SELECT 'past-' || n, 'maintenance', 'Upgrade ' || n, 'Completed', 'Done.', at, at, at, at
  FROM (SELECT n, strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-' || (n + 1) || ' days') AS at FROM count)`;

/** Measures what Cloudflare bills for single operations: D1 rows, R2 calls and queue messages. */
export async function measureRows(): Promise<Figure[]> {
  const [pool, mail] = await Promise.all([startTokenIssuer(), startMailService({ rate: 100_000 })]);
  const mf = new Miniflare({
    cf: false,
    handleStructuredLogs: () => undefined,
    workers: [
      await daymarkWorker(
        {
          ...workerVars(pool),
          ...mailVars(mail.endpoint),
        },
        { build: "test-worker" },
      ),
    ],
  });
  const figures: Figure[] = [];
  try {
    const db = await mf.getD1Database("DB");
    await migrate(db);
    await fillHistory(db, { ...FIVE_YEARS_OF_USE, now: new Date().toISOString() });
    const { origin } = await mf.unsafeGetDirectURL("daymark");
    const token = await pool.token();
    const api = client(origin, async () => token);
    const page: Page = { origin, token, api, measure: measurer(origin, figures) };
    await db.exec(pastMaintenances.replace(/\s+/g, " "));
    await answer(api.settings.$patch({ json: { serviceName: "Acme" } }));
    await measureMinute(page, async () => {
      const worker = await mf.getWorker("daymark");
      await worker.scheduled({ cron: "* * * * *", scheduledTime: new Date("2026-01-31T12:30:00Z") });
    });
    await measureReads(page);
    await measureIncidents(page, () => addSubscribers({ db }, manySubscribers(SUBSCRIBERS)));
    await measurePoints(page);
    return figures;
  } finally {
    await mf.dispose();
    await Promise.all([pool.stop(), mail.stop()]);
  }
}

interface Page {
  origin: string;
  token: string;
  api: Client;
  measure: ReturnType<typeof measurer>;
}

function measurer(origin: string, figures: Figure[]) {
  const bill = async (): Promise<Bill> => (await fetch(`${origin}/x-bill`)).json();
  return async (
    operationName: string,
    limits: Partial<Bill>,
    units: number,
    operation: () => Promise<unknown>,
  ) => {
    const before = await bill();
    await operation();
    const after = await bill();
    for (const [name, label] of Object.entries(billLabels) as [keyof Bill, string][]) {
      const perUnit = (after[name] - before[name]) / units;
      const limit = limits[name];
      if (limit !== undefined)
        figures.push({ name: `${operationName}: ${label}`, ...atMost(limit, perUnit, "") });
      else if (perUnit > 0) figures.push({ name: `${operationName}: ${label}`, result: perUnit.toFixed(1) });
    }
  };
}

async function measureMinute({ measure }: Page, runCron: () => Promise<void>): Promise<void> {
  // The first runs do what is due, so a minute is idle only after them.
  for (let run = 0; run < 10; run += 1) await runCron();
  await measure("an idle minute", { rowsRead: 6, rowsWritten: 0 }, 1, runCron);
}

async function measureReads({ origin, token, measure }: Page): Promise<void> {
  const read = (path: string, headers: Record<string, string> = {}) => fetch(origin + path, { headers });
  await measure("main page after a change", { rowsRead: 2100 }, 1, () => read("/"));
  await measure("a component's page after a change", { rowsRead: 900 }, 1, () =>
    read("/components/component-3"),
  );
  await measure("a component's feed after a change", { rowsRead: 350 }, 1, () =>
    read("/components/component-3/history.atom"),
  );
  await measure("incident list after a change", { rowsRead: 700 }, 1, () => read("/api/incidents"));
  const poll = async (etag = "") =>
    read("/api/incidents?fresh=1", { Authorization: token, "If-None-Match": etag });
  const etag = (await poll()).headers.get("ETag") ?? "";
  await measure("a console's poll of unchanged incidents", { rowsRead: 1 }, 1, () => poll(etag));
}

async function measureIncidents(
  { api, measure }: Page,
  subscribeMany: () => Promise<unknown>,
): Promise<void> {
  const post = () =>
    answer(
      api.incidents.$post({
        json: {
          name: "API is down",
          status: "Investigating",
          message: "We look into it.",
          components: [{ componentID: "component-1", status: "Major Outage" }],
        },
      }),
    );
  await measure("an incident without subscribers", { rowsRead: 105, rowsWritten: 35 }, 1, post);
  const emailNotification = { enable: true, sourceEmailAddress: "status@example.org" };
  await answer(api.settings.$patch({ json: { emailNotification } }));
  await subscribeMany();
  const perEmail = `an incident emailed to ${SUBSCRIBERS.toLocaleString("en")}, for each email`;
  await measure(perEmail, { rowsRead: 25, rowsWritten: 9 }, SUBSCRIBERS, post);
  await measure("a page of the mail log", { rowsRead: 50 }, 1, () => answer(api.mail.messages.$get()));
}

async function measurePoints({ origin, api, measure }: Page): Promise<void> {
  const { value: key } = await answer(api.settings.apikeys.$post());
  const metric = { type: "Self", title: "Response time", status: "Visible" } as const;
  const { metricID } = await answer(api.metrics.$post({ json: metric }));
  const dayStart = Math.floor(Date.now() / DAY_MS - 2) * DAY_MS;
  const submit = () =>
    fetch(`${origin}/api/v0/metrics/data`, {
      method: "POST",
      headers: { "x-api-key": key },
      body: JSON.stringify({
        [metricID]: Array.from({ length: 1440 }, (_, n) => ({
          timestamp: dayStart + n * MINUTE_MS,
          value: n,
        })),
      }),
    });
  const storageLimits = { filesRead: 1, filesWritten: 1, messages: 2 };
  await measure("a day's points of a metric", { rowsRead: 12, rowsWritten: 4, ...storageLimits }, 1, submit);
  await measure("… the same points again", { rowsRead: 12, rowsWritten: 1, ...storageLimits }, 1, submit);
}

const billLabels: Record<keyof Bill, string> = {
  rowsRead: "rows read",
  rowsWritten: "rows written",
  filesRead: "R2 reads",
  filesWritten: "R2 writes",
  messages: "messages",
};
