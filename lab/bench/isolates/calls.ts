import { setTimeout as wait } from "node:timers/promises";
import { answer } from "../../../tools/demo/client.ts";
import { groupByDay } from "../../../worker/metrics/points/points-queue.ts";
import { MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import type { Subject } from "../subject.ts";

const POLL_MS = 20;
const MAX_POLLS = 500;
/** The first runs of the cron do what is due, so a minute is idle only after them. */
const RUNS_UNTIL_IDLE = 10;

export type Calls = Awaited<ReturnType<typeof makeCalls>>;

/** Returns a function for each kind of call that Cloudflare bills. */
export async function makeCalls(subject: Subject) {
  const { url, statusPageURL, api, runCron, countPoints } = subject;
  const { value: apiKey } = await answer(api.settings.apikeys.$post());
  const metric = { type: "Self", title: "Response time", status: "Visible", unit: "ms" } as const;
  const { metricID } = await answer(api.metrics.$post({ json: metric }));
  const incidentIDs: string[] = [];
  let timestamp = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  const nextPoint = () => {
    timestamp -= MINUTE_MS;
    return { timestamp, value: 1 };
  };

  const runIdleMinute = () => runCron(new Date("2026-01-31T12:30:00Z"));
  for (let run = 0; run < RUNS_UNTIL_IDLE; run += 1) await runIdleMinute();

  return {
    page: () => read(`${url}/`),
    pageInGerman: () => read(`${url}/?lang=de`),
    feed: () => read(`${url}/history.atom`),
    summary: () => read(`${url}/api/v2/summary.json`),
    components: () => read(`${url}/api/components`),
    badge: () => read(`${url}/badge.svg`),
    pageThroughFunction: () => read(`${statusPageURL}/`),
    async postIncident() {
      const message = "We **look** into it.";
      const components = [{ componentID: "component-1", status: "Major Outage" as const }];
      const json = { name: "API is down", status: "Investigating" as const, message, components };
      incidentIDs.push((await answer(api.incidents.$post({ json }))).incidentID);
    },
    /** Brings the content back to what it was. */
    async deleteIncidents() {
      for (const incidentID of incidentIDs.splice(0)) {
        const { ok, status } = await api.incidents[":incidentID"].$delete({ param: { incidentID } });
        if (!ok) throw new Error(`The deletion responded with ${status}.`);
      }
    },
    async submitPoint() {
      const body = JSON.stringify({ [metricID]: [nextPoint()] });
      await read(`${url}/api/v0/metrics/data`, { method: "POST", headers: { "x-api-key": apiKey }, body });
    },
    /** Sends a queue what `submitPoint` sends it, and waits for its batch. */
    async storePoint() {
      const pointsBefore = await countPoints();
      const { timestamp: time, value } = nextPoint();
      await subject.sendToQueue("DATAPOINTS", groupByDay([{ metricID, time, value }], Date.now()));
      for (let poll = 0; (await countPoints()) === pointsBefore; poll += 1) {
        if (poll === MAX_POLLS) throw new Error("The queue didn't store the point.");
        await wait(POLL_MS);
      }
    },
    runIdleMinute,
  };
}

async function read(url: string, init: RequestInit = {}): Promise<void> {
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(`${url} responded with ${response.status}.`);
  await response.arrayBuffer();
}
