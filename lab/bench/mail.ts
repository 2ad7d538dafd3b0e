import { Miniflare } from "miniflare";
import { addSubscribers, manySubscribers } from "../../test/support/factories/insert-subscribers.ts";
import { startTokenIssuer } from "../../test/support/fakes/fake-token-issuer.ts";
import { freshFetch } from "../../test/support/readers/fresh-fetch.ts";
import { mailVars } from "../../test/support/readers/mail.ts";
import { workerVars } from "../../test/support/starters/worker-vars.ts";
import { answer, client } from "../../tools/demo/client.ts";
import { startMailService } from "../../tools/start/mail-service.ts";
import { migrate } from "../../tools/start/migrations.ts";
import { daymarkWorker } from "../../tools/start/workers.ts";
import { measureHeap } from "./heap.ts";
import { median } from "./rates.ts";
import { atLeast, atMost, type Figure } from "./table.ts";

const SUBSCRIBERS = 10_000;
const HEAP_SAMPLES = 40;

export async function measureMail(): Promise<Figure[]> {
  const [pool, mail] = await Promise.all([startTokenIssuer(), startMailService({ rate: 100_000 })]);
  const mf = new Miniflare({
    cf: false,
    inspectorPort: 0,
    handleStructuredLogs: () => undefined,
    workers: [await daymarkWorker({ ...workerVars(pool), ...mailVars(mail.endpoint) })],
  });
  try {
    const db = await mf.getD1Database("DB");
    await migrate(db);
    const { origin } = await mf.unsafeGetDirectURL("daymark");
    const token = await pool.token();
    const api = client(origin, async () => token, freshFetch);
    const emailNotification = { enable: true, sourceEmailAddress: "status@example.org" };
    await answer(api.settings.$patch({ json: { emailNotification } }));
    await addSubscribers({ db }, manySubscribers(SUBSCRIBERS));

    const start = performance.now();
    const message = "We **look** into it, and write here as soon as we know more.";
    await answer(api.incidents.$post({ json: { name: "API is down", status: "Investigating", message } }));
    const postMs = performance.now() - start;
    const inspector = await mf.getInspectorURL();
    const heapMB: number[] = [];
    const countRemaining = db.prepare(
      "SELECT ? - count(*) AS n FROM deliveries WHERE channel = 'email' AND state <> 'waiting'",
    );
    for (;;) {
      const waitingCount = (await countRemaining.bind(SUBSCRIBERS).first<{ n: number }>())?.n ?? 0;
      if (waitingCount === 0) break;
      if (SUBSCRIBERS - waitingCount >= (heapMB.length * SUBSCRIBERS) / HEAP_SAMPLES)
        heapMB.push((await measureHeap(inspector, origin)).liveMB);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const seconds = (performance.now() - start) / 1000;
    const half = heapMB.length / 2;
    const [first, second] = [median(heapMB.slice(0, half)), median(heapMB.slice(half))];
    return [
      {
        name: "POST of an incident with 10,000 subscribers",
        result: `${postMs.toFixed(0)} ms`,
      },
      {
        name: "10,000 emails through the local mail service",
        figure: `${seconds.toFixed(0)} s`,
        ...atLeast(50, SUBSCRIBERS / seconds, "emails/s"),
      },
      {
        name: "heap during these emails, p50 of the second half ÷ p50 of the first half",
        figure: `${first.toFixed(0)} MB, ${second.toFixed(0)} MB`,
        ...atMost(1.25, second / first, "of the first half"),
      },
    ];
  } finally {
    await mf.dispose();
    await Promise.all([pool.stop(), mail.stop()]);
  }
}
