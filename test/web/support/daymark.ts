import { once } from "node:events";
import { join } from "node:path";
import { MessageChannel, Worker } from "node:worker_threads";
import { hc } from "hono/client";
import { clearResponses } from "../../../web/admin/revalidate.ts";
import type { RuntimeSettings } from "../../../web/admin/runtime-settings.ts";
import type { Api } from "../../../worker/api.ts";
import type { Group, NewGroup } from "../../../worker/components/groups/schema.ts";
import type { Component, NewComponent } from "../../../worker/components/schema.ts";
import type { Metric, NewMetric } from "../../../worker/metrics/schema.ts";
import type { Incident, NewIncident } from "../../../worker/notices/incident/schema.ts";
import type { Maintenance, NewMaintenance } from "../../../worker/notices/maintenance/schema.ts";
import type { Postmortem, PostmortemChange } from "../../../worker/notices/postmortem/schema.ts";
import type { NewProposal, Proposal } from "../../../worker/notices/proposals/schema.ts";
import type { NewTemplate, Template } from "../../../worker/notices/templates/schema.ts";
import type { Settings } from "../../../worker/settings/schema.ts";
import type { Command, Message, Options, Start } from "./daymark-thread.ts";

export type Daymark = Awaited<ReturnType<typeof startDaymark>>;

/** It serves all files of this process, because loading what it imports takes as long as many files do. */
let thread: ReturnType<typeof startThread> | undefined;

function startThread() {
  const worker = new Worker(join(import.meta.dirname, "daymark-thread.ts"));
  const failure = new Promise<never>((_, reject) => worker.once("error", reject));
  failure.catch(() => {
    thread = undefined;
  });
  return { worker, failure };
}

/**
 * Starts the built Worker with an empty D1. It runs in another thread, because happy-dom replaces Node's globals in this one.
 */
export async function startDaymark(options: Options = { userPool: "tokenIssuer" }) {
  thread ??= startThread();
  const { worker, failure } = thread;
  const { port1: port, port2 } = new MessageChannel();
  const send = (command: Command) => port.postMessage(command);
  const replies = new Map<number, (text: string) => void>();
  worker.postMessage({ options, port: port2 } satisfies Start, [port2]);

  const started = new Promise<RuntimeSettings>((resolve) => {
    port.on("message", (message: Message) => {
      if (message.type === "started") resolve(message.settings);
      else replies.get(message.id)?.(message.text);
    });
  });
  const settings = await Promise.race([started, failure]);

  function request(command: (id: number) => Command): Promise<string> {
    const id = replies.size;
    const reply = new Promise<string>((resolve) => replies.set(id, resolve));
    send(command(id));
    return Promise.race([reply, failure]);
  }

  /** Returns an administrator's ID token. With the token issuer, `claims` override its claims. */
  const token = (claims: Record<string, unknown> = {}) => request((id) => ({ type: "token", id, claims }));

  return {
    /** The console's settings for this Worker. */
    settings,
    token,
    administrator: hc<Api>(settings.apiURL, { headers: async () => ({ Authorization: await token() }) }).api,
    /** Leaves what a new installation has. */
    async reset() {
      await request((id) => ({ type: "reset", id }));
      clearResponses(); // Versions begin again, and so do ETags.
    },
    /** Runs the cron with `minute` as its scheduled time. Doesn't wait for it. */
    runCron: (minute: string) => send({ type: "runCron", minute }),
    /** Adds a confirmed subscriber to all components. Doesn't wait for it. */
    subscribe: (emailAddress: string) => send({ type: "subscribe", emailAddress }),
    /** Adds as many requests to subscribe as a minute allows. Doesn't wait for them. */
    reachSubscribeLimit: () => send({ type: "reachSubscribeLimit" }),
    async stop() {
      send({ type: "stop" });
      await once(port, "close");
    },
  };
}

export async function makeComponent({ administrator }: Daymark, overrides: Partial<NewComponent> = {}) {
  const response = await administrator.components.$post({ json: { name: "API", ...overrides } });
  return (await response.json()) as Component; // An error response fails the test at its next line.
}

export async function makeGroup({ administrator }: Daymark, json: NewGroup) {
  const response = await administrator.groups.$post({ json });
  return (await response.json()) as Group; // An error response fails the test at its next line.
}

export async function makeIncident({ administrator }: Daymark, overrides: Partial<NewIncident> = {}) {
  const json = { name: "API is down", status: "Investigating", ...overrides } as const;
  const response = await administrator.incidents.$post({ json });
  return (await response.json()) as Incident; // An error response fails the test at its next line.
}

export async function makeMaintenance({ administrator }: Daymark, overrides: Partial<NewMaintenance> = {}) {
  const window = { startAt: "2027-01-02T22:00:00.000Z", endAt: "2027-01-03T01:00:00.000Z" };
  const json = { name: "Database upgrade", status: "Scheduled", ...window, ...overrides } as const;
  const response = await administrator.maintenances.$post({ json });
  return (await response.json()) as Maintenance; // An error response fails the test at its next line.
}

export async function makeMetric({ administrator }: Daymark, overrides: Partial<NewMetric> = {}) {
  const json = { type: "Self", title: "Response time", ...overrides } as const;
  const response = await administrator.metrics.$post({ json });
  return (await response.json()) as Metric; // An error response fails the test at its next line.
}

export async function makeProposal({ administrator }: Daymark, overrides: Partial<NewProposal> = {}) {
  const response = await administrator.proposals.$post({ json: { name: "API may be down", ...overrides } });
  return (await response.json()) as Proposal; // An error response fails the test at its next line.
}

export async function makeTemplate({ administrator }: Daymark, overrides: Partial<NewTemplate> = {}) {
  const json = { name: "Outage", kind: "incident", ...overrides } as const;
  const response = await administrator.templates.$post({ json });
  return (await response.json()) as Template; // An error response fails the test at its next line.
}

/** Nothing is sent to its address. */
export async function makeTeamChannel({ administrator }: Daymark, name = "Operations") {
  const address = "https://hooks.slack.com/services/T000/B000/secret";
  await administrator.channels.$post({ json: { name, address } });
}

export async function makeWriteUp(
  { administrator }: Daymark,
  incidentID: string,
  json: PostmortemChange,
): Promise<Postmortem> {
  const { postmortem } = administrator.incidents[":incidentID"];
  const response = await postmortem.$patch({ param: { incidentID }, json });
  return (await response.json()) as Postmortem; // An error response fails the test at its next line.
}

export async function componentsOf({ administrator }: Daymark): Promise<Component[]> {
  return (await administrator.components.$get({ query: { fresh: "1" } })).json();
}

export async function incidentsOf({ administrator }: Daymark): Promise<Incident[]> {
  return (await administrator.incidents.$get({ query: { fresh: "1" } })).json();
}

export async function proposalsOf({ administrator }: Daymark): Promise<Proposal[]> {
  return (await administrator.proposals.$get()).json();
}

export async function maintenancesOf({ administrator }: Daymark): Promise<Maintenance[]> {
  return (await administrator.maintenances.$get({ query: { fresh: "1" } })).json();
}

export async function metricsOf({ administrator }: Daymark): Promise<Metric[]> {
  return (await administrator.metrics.$get()).json();
}

export async function templatesOf({ administrator }: Daymark): Promise<Template[]> {
  return (await administrator.templates.$get()).json();
}

export async function settingsOf({ administrator }: Daymark): Promise<Settings> {
  return (await administrator.settings.$get()).json();
}
