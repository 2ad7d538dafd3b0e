import { Miniflare } from "miniflare";
import { fillHistory } from "../../test/support/factories/fill-history.ts";
import { startTokenIssuer } from "../../test/support/fakes/fake-token-issuer.ts";
import { workerVars } from "../../test/support/starters/worker-vars.ts";
import { answer, client } from "../../tools/demo/client.ts";
import { migrate } from "../../tools/start/migrations.ts";
import { daymarkWorker, statusPages } from "../../tools/start/workers.ts";
import { bareWorker } from "./bare-worker.ts";

export type Subject = Awaited<ReturnType<typeof startSubject>>;

/** Runs Daymark, the status project's Function and a bare Worker in the same workerd, so that their times can be compared. */
export async function startSubject({ metrics = 0, ...content }: Content) {
  const pool = await startTokenIssuer();
  const options = {
    cf: false,
    handleStructuredLogs: () => undefined,
    workers: [
      await daymarkWorker(workerVars(pool), { rates: "unlimited" }),
      await statusPages(0),
      bareWorker,
    ],
  };
  const mf = new Miniflare(options);
  const db = await mf.getD1Database("DB", "daymark");
  await migrate(db);
  await fillHistory(db, { ...content, now: new Date().toISOString() });
  const { origin: url } = await mf.unsafeGetDirectURL("daymark");
  const token = await pool.token();
  const api = client(url, async () => token);
  await answer(api.settings.$patch({ json: { serviceName: "Acme" } }));
  for (let n = 1; n <= metrics; n++) {
    const metric = { type: "Self", title: `Response time ${n}`, status: "Visible", unit: "ms" } as const;
    await answer(api.metrics.$post({ json: metric }));
  }
  return {
    url,
    statusPageURL: (await mf.unsafeGetDirectURL("status")).origin,
    bareWorkerURL: (await mf.unsafeGetDirectURL("bare")).origin,
    api,
    async runCron(scheduledTime: Date) {
      const worker = await mf.getWorker("daymark");
      await worker.scheduled({ cron: "* * * * *", scheduledTime });
    },
    async sendToQueue(binding: string, message: unknown) {
      await (await mf.getQueueProducer(binding, "daymark")).send(message);
    },
    async countPoints() {
      const sum = "SELECT sum(count.value) AS points FROM metric_days, json_each(counts) AS count";
      const current = await mf.getD1Database("DB", "daymark");
      return (await current.prepare(sum).first<{ points: number | null }>())?.points ?? 0;
    },
    /**
     * Starts workerd anew, with the same content. The simulators of D1 and R2 start too, because they aren't part of the product.
     * @param inspect opens the inspector, which makes all else slower
     */
    async restart({ inspect = false } = {}) {
      await mf.setOptions({ ...options, ...(inspect && { inspectorPort: 0 }) });
      await (await mf.getD1Database("DB", "daymark")).prepare("SELECT 1").run();
      await (await mf.getR2Bucket("FILES", "daymark")).head("nothing");
    },
    /** Call after `restart({ inspect: true })`. */
    inspectorURL: () => mf.getInspectorURL(),
    async stop() {
      await mf.dispose();
      await pool.stop();
    },
  };
}

interface Content {
  components: number;
  incidents: number;
  days: number;
  metrics?: number;
}
