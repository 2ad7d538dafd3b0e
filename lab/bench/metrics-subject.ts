import { Miniflare } from "miniflare";
import { startTokenIssuer } from "../../test/support/fakes/fake-token-issuer.ts";
import { freshFetch } from "../../test/support/readers/fresh-fetch.ts";
import { workerVars } from "../../test/support/starters/worker-vars.ts";
import { answer, client } from "../../tools/demo/client.ts";
import { localCredentials, startCloudWatch } from "../../tools/start/cloudwatch.ts";
import { migrate } from "../../tools/start/migrations.ts";
import { daymarkWorker } from "../../tools/start/workers.ts";
import { measureHeap } from "./heap.ts";

export type MetricsSubject = Awaited<ReturnType<typeof startMetricsSubject>>;

export async function startMetricsSubject() {
  const pool = await startTokenIssuer();
  let cloudWatchRequests = 0;
  const cloudWatch = await startCloudWatch({
    respond(_, usual) {
      cloudWatchRequests += 1;
      return usual();
    },
  });
  const mf = await startWorker({ ...workerVars(pool), CLOUDWATCH_ENDPOINT: cloudWatch.endpoint });
  const db = await mf.getD1Database("DB");
  await migrate(db);
  const inspector = await mf.getInspectorURL();
  const { origin: url } = await mf.unsafeGetDirectURL("daymark");
  const token = await pool.token();
  const api = client(url, async () => token);
  const apiKeys: string[] = [];
  for (let n = 0; n < 4; n += 1) apiKeys.push((await answer(api.settings.apikeys.$post())).value);
  let requestCount = 0;

  return {
    url,
    api,
    /** Runs SQL directly, for data that would take too many API requests. */
    sql: (statement: string, ...values: unknown[]) =>
      db
        .prepare(statement)
        .bind(...values)
        .first<Record<string, number>>(),
    cloudWatchRequests: () => cloudWatchRequests,
    /** Rotates API keys, because each has a limit of 600 requests per minute. */
    async submit(metricID: string, points: { timestamp: number; value: number }[]): Promise<void> {
      requestCount += 1;
      const response = await freshFetch(`${url}/api/v0/metrics/data`, {
        method: "POST",
        headers: { "x-api-key": apiKeys[requestCount % apiKeys.length] ?? "" },
        body: JSON.stringify({ [metricID]: points }),
        signal: AbortSignal.timeout(60_000),
      });
      if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
      await response.arrayBuffer();
    },
    async runCron(): Promise<void> {
      const worker = await mf.getWorker("daymark");
      await worker.scheduled({ cron: "* * * * *", scheduledTime: new Date() });
    },
    async countStoredPoints(metricIDs: string[]): Promise<number> {
      const sum = `SELECT sum(count.value) AS points FROM metric_days, json_each(counts) AS count
        WHERE metric_id IN (SELECT value FROM json_each(?))`;
      return (await db.prepare(sum).bind(JSON.stringify(metricIDs)).first<{ points: number }>())?.points ?? 0;
    },
    heapMB: async () => (await measureHeap(inspector, url)).liveMB,
    async stop() {
      await mf.dispose();
      await Promise.all([pool.stop(), cloudWatch.stop()]);
    },
  };
}

async function startWorker(vars: Record<string, string>): Promise<Miniflare> {
  const { accessKeyId, secretAccessKey } = localCredentials;
  const worker = await daymarkWorker(
    { ...vars, AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey },
    { build: "test-worker" },
  );
  return new Miniflare({
    cf: false,
    inspectorPort: 0,
    handleStructuredLogs: () => undefined,
    workers: [worker],
  });
}
