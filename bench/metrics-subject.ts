import { Miniflare } from "miniflare";
import { startUserPool } from "../test/support/user-pool.ts";
import { workerVars } from "../test/support/worker-vars.ts";
import { answer, client } from "../tools/demo/client.ts";
import { localCredentials, startCloudWatch } from "../tools/start/cloudwatch.ts";
import { migrate } from "../tools/start/migrations.ts";
import { daymarkWorker } from "../tools/start/workers.ts";
import { heapOf } from "./heap.ts";

export type MetricsSubject = Awaited<ReturnType<typeof startMetricsSubject>>;

/** Daymark with R2, D1 and queues in a workerd of its own, and a CloudWatch whose calls are counted. */
export async function startMetricsSubject() {
  const pool = await startUserPool();
  let calls = 0;
  const cloudWatch = await startCloudWatch({
    respond(_, usual) {
      calls += 1;
      return usual();
    },
  });
  const mf = new Miniflare({
    cf: false,
    inspectorPort: 0,
    handleStructuredLogs: () => undefined,
    workers: [
      await daymarkWorker(
        {
          ...workerVars(pool),
          CLOUDWATCH_ENDPOINT: cloudWatch.endpoint,
          AWS_ACCESS_KEY_ID: localCredentials.accessKeyId,
          AWS_SECRET_ACCESS_KEY: localCredentials.secretAccessKey,
        },
        { build: "faulty-worker" }, // which can be asked to do without R2
      ),
    ],
  });
  const db = await mf.getD1Database("DB");
  await migrate(db);
  const inspector = await mf.getInspectorURL();
  const { origin: url } = await mf.unsafeGetDirectURL("daymark");
  const token = await pool.token();
  const api = client(url, async () => token);
  const keys: string[] = [];
  for (let n = 0; n < 4; n += 1) keys.push((await answer(api.settings.apikeys.$post())).value);
  let sent = 0;

  return {
    url,
    api,
    /** The first row, for what no call of the API can do in one go. */
    sql: (statement: string, ...values: unknown[]) =>
      db
        .prepare(statement)
        .bind(...values)
        .first<Record<string, number>>(),
    cloudWatchCalls: () => calls,
    /** Takes the keys in turn, since each may call 600 times a minute. */
    async submit(metricID: string, points: { timestamp: number; value: number }[]): Promise<void> {
      sent += 1;
      const response = await fetch(`${url}/api/v0/metrics/data`, {
        method: "POST",
        headers: { "x-api-key": keys[sent % keys.length] ?? "" },
        body: JSON.stringify({ [metricID]: points }),
        signal: AbortSignal.timeout(60_000),
      });
      if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
      await response.arrayBuffer();
    },
    async tick(): Promise<void> {
      const worker = await mf.getWorker("daymark");
      await worker.scheduled({ cron: "* * * * *", scheduledTime: new Date() });
    },
    /** How many points of the metrics are stored, summed up from what the Worker keeps of each day. */
    async stored(metricIDs: string[]): Promise<number> {
      const sum = `SELECT sum(count.value) AS points FROM metric_days, json_each(counts) AS count
        WHERE metric_id IN (SELECT value FROM json_each(?))`;
      return (await db.prepare(sum).bind(JSON.stringify(metricIDs)).first<{ points: number }>())?.points ?? 0;
    },
    heap: () => heapOf(inspector, url),
    async stop() {
      await mf.dispose();
      await Promise.all([pool.stop(), cloudWatch.stop()]);
    },
  };
}
