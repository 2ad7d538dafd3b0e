import { makeApiKey, makeComponent, makeMetric } from "../../../test/support/factories/factories.ts";
import { addSubscribers, manySubscribers } from "../../../test/support/factories/insert-subscribers.ts";
import { enableMail } from "../../../test/support/factories/make-subscribers.ts";
import { startTokenIssuer } from "../../../test/support/fakes/fake-token-issuer.ts";
import { startFakePrometheus } from "../../../test/support/fakes/prometheus.ts";
import { startRecordedMail } from "../../../test/support/readers/mail.ts";
import { answer, startDaymark } from "../../../test/support/starters/daymark.ts";
import { simulateQueues } from "../../../test/support/starters/queue-simulator.ts";
import { MINUTE_MS } from "../../../worker/shared/time/domain.ts";

export const SUBSCRIBERS = 5;

export type Subject = Awaited<ReturnType<typeof startSubject>>;

/** Starts the Worker with everything that it depends on, each of which can fail. */
export async function startSubject() {
  const [pool, mail, prometheus] = await Promise.all([
    startTokenIssuer(),
    // The queue simulator moves the Worker's clock ahead.
    startRecordedMail({ rate: 10_000, checksTime: false }),
    startFakePrometheus(),
  ]);
  const daymark = await startDaymark({
    rates: "unlimited",
    pool,
    vars: { ...mail.vars, ALLOW_PRIVATE_ADDRESSES: "true" },
  });
  const items = await addItems(daymark, prometheus.url);
  await mail.empty();
  const queues = await simulateQueues(daymark);

  /** Runs the cron and all queues for so many minutes of the Worker's clock. An interrupted run is the fault that is tested. */
  async function runMinutes(minutes: number): Promise<void> {
    for (let minute = 0; minute < minutes; minute += 1) {
      await runCron();
      await daymark.deliver("daymark-mail", [{ failures: 0 }]);
      await queues.run(MINUTE_MS);
    }
  }

  /** The same, while the queues deliver nothing. */
  async function runMinuteWithoutQueues(): Promise<void> {
    await runCron();
    await queues.pause(MINUTE_MS);
  }

  const runCron = () => daymark.runCron(new Date(queues.clock()).toISOString()).catch(() => undefined);

  await (await daymark.fetch("/")).arrayBuffer();
  await runMinutes(2);
  return {
    daymark,
    mail,
    prometheus,
    pool,
    queues,
    ...items,
    runMinutes,
    runMinuteWithoutQueues,
    async stop() {
      await daymark.stop();
      await Promise.all([pool.stop(), mail.stop(), prometheus.stop()]);
    },
  };
}

async function addItems(daymark: Awaited<ReturnType<typeof startDaymark>>, prometheusURL: string) {
  await answer(daymark.administrator.settings.$patch({ json: { serviceName: "Acme" } }));
  const { componentID } = await makeComponent(daymark, { name: "API" });
  const submitted = await makeMetric(daymark, { status: "Visible", title: "Submitted" });
  const props = { URL: prometheusURL, Expression: "up" };
  const collected = await makeMetric(daymark, { type: "Prometheus", status: "Visible", props });
  await daymark.db.exec("DELETE FROM metric_backfills");
  const key = await makeApiKey(daymark, { scopes: ["metrics"] });
  await enableMail(daymark);
  await addSubscribers(daymark, manySubscribers(SUBSCRIBERS));
  return { key, componentID, submittedID: submitted.metricID, collectedID: collected.metricID };
}

export async function readPoints({ daymark, queues }: Subject, metricID: string): Promise<Set<number>> {
  const minutes = new Set<number>();
  const now = queues.clock();
  for (const day of new Set(
    [now, now - 60 * MINUTE_MS].map((time) => new Date(time).toISOString().slice(0, 10)),
  )) {
    const path = day.split("-").map(Number).join("/");
    const file = await daymark.files.get(`metrics/${metricID}/${path}.json`);
    // A stored point is [minute of the day, value, time of acceptance].
    const stored = (await file?.json()) as { points: [number, number, number][] } | undefined;
    for (const [minute] of stored?.points ?? []) minutes.add(Date.parse(day) + minute * MINUTE_MS);
  }
  return minutes;
}
