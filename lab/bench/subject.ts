import { Miniflare } from "miniflare";
import { fillHistory } from "../../test/support/factories/fill-history.ts";
import { startTokenIssuer } from "../../test/support/fakes/fake-token-issuer.ts";
import { workerVars } from "../../test/support/starters/worker-vars.ts";
import { answer, client } from "../../tools/demo/client.ts";
import { migrate } from "../../tools/start/migrations.ts";
import { daymarkWorker } from "../../tools/start/workers.ts";
import { bareWorker } from "./bare-worker.ts";

export type Subject = Awaited<ReturnType<typeof startSubject>>;

/** Runs Daymark and a bare Worker in the same workerd, so that their rates can be compared. */
export async function startSubject({ metrics = 0, ...content }: Content) {
  const pool = await startTokenIssuer();
  const mf = new Miniflare({
    cf: false,
    handleStructuredLogs: () => undefined,
    workers: [await daymarkWorker(workerVars(pool)), bareWorker],
  });
  const db = await mf.getD1Database("DB", "daymark");
  await migrate(db);
  await fillHistory(db, { ...content, now: new Date().toISOString() });
  const { origin: url } = await mf.unsafeGetDirectURL("daymark");
  const { origin: bareWorkerURL } = await mf.unsafeGetDirectURL("bare");
  const token = await pool.token();
  const api = client(url, async () => token);
  await answer(api.settings.$patch({ json: { serviceName: "Acme" } }));
  for (let n = 1; n <= metrics; n++) {
    const metric = { type: "Self", title: `Response time ${n}`, status: "Visible", unit: "ms" } as const;
    await answer(api.metrics.$post({ json: metric }));
  }
  return {
    url,
    bareWorkerURL,
    api,
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
