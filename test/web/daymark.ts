import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { hc } from "hono/client";
import type { RuntimeSettings } from "../../web/admin/runtime-settings.ts";
import type { Api } from "../../worker/api.ts";
import type { Component, NewComponent } from "../../worker/components/schema.ts";
import type { Incident, NewIncident } from "../../worker/incidents/schema.ts";
import type { Maintenance, NewMaintenance } from "../../worker/maintenances/schema.ts";
import type { Metric, NewMetric } from "../../worker/metrics/schema.ts";
import type { Settings } from "../../worker/settings/schema.ts";
import type { Asked, Ordered, Told } from "./daymark-thread.ts";

export type Daymark = Awaited<ReturnType<typeof startDaymark>>;

/**
 * The real Worker on an empty D1, behind HTTP. It runs in a thread of its own, because this one has a browser's globals
 * in the place of Node's.
 */
export async function startDaymark(workerData: Ordered = { userPool: "signing" }) {
  const thread = new Worker(join(import.meta.dirname, "daymark-thread.ts"), { workerData });
  const ask = (asked: Asked) => thread.postMessage(asked);
  const waiting = new Map<number, (token: string) => void>();

  const settings = await new Promise<RuntimeSettings>((resolve, reject) => {
    thread.once("error", reject);
    thread.on("message", (told: Told) => {
      if (told.told === "started") resolve(told.settings);
      else waiting.get(told.id)?.(told.token);
    });
  });

  /** An administrator's id token; claims spoil it, where the pool is the signing one. */
  function token(claims: Record<string, unknown> = {}): Promise<string> {
    const id = waiting.size;
    return new Promise((resolve) => {
      waiting.set(id, resolve);
      ask({ ask: "token", id, claims });
    });
  }

  return {
    /** What the console has to know to work with it. */
    settings,
    token,
    administrator: hc<Api>(settings.apiURL, { headers: async () => ({ Authorization: await token() }) }).api,
    /** Has the cron run as if it were `minute`; what it does is seen later. */
    tick: (minute: string) => ask({ ask: "tick", minute }),
    /** Has a confirmed subscriber of everything; when there is one is seen later. */
    subscribe: (emailAddress: string) => ask({ ask: "subscribe", emailAddress }),
    /** Has as many ask for a subscription in a minute as may; when they have is seen later. */
    flood: () => ask({ ask: "flood" }),
    async stop() {
      ask({ ask: "stop" });
      await once(thread, "exit");
    },
  };
}

export async function makeComponent({ administrator }: Daymark, overrides: Partial<NewComponent> = {}) {
  const response = await administrator.components.$post({ json: { name: "API", ...overrides } });
  return (await response.json()) as Component; // a refusal would fail the test at its next line
}

export async function makeIncident({ administrator }: Daymark, overrides: Partial<NewIncident> = {}) {
  const json = { name: "API is down", status: "Investigating", ...overrides } as const;
  const response = await administrator.incidents.$post({ json });
  return (await response.json()) as Incident; // a refusal would fail the test at its next line
}

export async function makeMaintenance({ administrator }: Daymark, overrides: Partial<NewMaintenance> = {}) {
  const window = { startAt: "2027-01-02T22:00:00.000Z", endAt: "2027-01-03T01:00:00.000Z" };
  const json = { name: "Database upgrade", status: "Scheduled", ...window, ...overrides } as const;
  const response = await administrator.maintenances.$post({ json });
  return (await response.json()) as Maintenance; // a refusal would fail the test at its next line
}

export async function makeMetric({ administrator }: Daymark, overrides: Partial<NewMetric> = {}) {
  const json = { type: "Self", title: "Response time", ...overrides } as const;
  const response = await administrator.metrics.$post({ json });
  return (await response.json()) as Metric; // a refusal would fail the test at its next line
}

export async function componentsOf({ administrator }: Daymark): Promise<Component[]> {
  return (await administrator.components.$get({ query: { fresh: "1" } })).json();
}

export async function incidentsOf({ administrator }: Daymark): Promise<Incident[]> {
  return (await administrator.incidents.$get({ query: { fresh: "1" } })).json();
}

export async function maintenancesOf({ administrator }: Daymark): Promise<Maintenance[]> {
  return (await administrator.maintenances.$get({ query: { fresh: "1" } })).json();
}

export async function metricsOf({ administrator }: Daymark): Promise<Metric[]> {
  return (await administrator.metrics.$get()).json();
}

export async function settingsOf({ administrator }: Daymark): Promise<Settings> {
  return (await administrator.settings.$get()).json();
}

/** Takes away every component, incident, maintenance and metric. */
export async function emptyPage(daymark: Daymark) {
  const { components, incidents, maintenances, metrics } = daymark.administrator;
  for (const { componentID } of await componentsOf(daymark)) {
    await components[":componentID"].$delete({ param: { componentID } });
  }
  for (const { incidentID } of await incidentsOf(daymark)) {
    await incidents[":incidentID"].$delete({ param: { incidentID } });
  }
  for (const { maintenanceID } of await maintenancesOf(daymark)) {
    await maintenances[":maintenanceID"].$delete({ param: { maintenanceID } });
  }
  for (const { metricID } of await metricsOf(daymark)) {
    await metrics[":metricID"].$delete({ param: { metricID } });
  }
}
