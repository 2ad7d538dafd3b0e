import { createServer, type ServerResponse } from "node:http";
import { closeServer, listen } from "./listen.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests change single fields of several shapes
type Fields = Record<string, any>;

export interface StatuspageContent {
  page: unknown;
  components: unknown[];
  incidents: unknown[];
  maintenances: unknown[];
}

const pageID = "pg00acme0000";

/** The fields that Statuspage documents: https://metastatuspage.com/api */
export function sourceComponent(overrides: Fields = {}): Fields {
  return {
    ...{ id: "cmp000000001", name: "API", status: "operational", position: 1, description: null },
    ...{ created_at: "2024-02-03T04:05:06.789-07:00", updated_at: "2026-01-02T03:04:05.678-07:00" },
    ...{ showcase: true, start_date: "2024-02-03", group_id: null, page_id: pageID, group: false },
    ...{ only_show_if_degraded: false, ...overrides },
  };
}

export function sourceUpdate(overrides: Fields = {}): Fields {
  const at = overrides.created_at ?? "2026-03-04T05:06:07.890Z";
  return {
    ...{ id: "upd000000001", status: "investigating", body: "We are looking.", incident_id: "inc000000001" },
    ...{ created_at: at, updated_at: at, display_at: at, affected_components: null },
    ...{ deliver_notifications: true, custom_tweet: null, tweet_id: null, ...overrides },
  };
}

export function sourceIncident(overrides: Fields = {}): Fields {
  const at = overrides.created_at ?? "2026-03-04T05:06:07.890Z";
  const id = overrides.id ?? "inc000000001";
  return {
    ...{ id, name: "API is down", status: "investigating", impact: "minor", page_id: pageID },
    ...{ created_at: at, updated_at: at, started_at: at, monitoring_at: null, resolved_at: null },
    ...{ shortlink: `https://stspg.io/${id}`, components: [], reminder_intervals: null },
    incident_updates: [sourceUpdate({ id: `u${String(id).slice(1)}`, incident_id: id, created_at: at })],
    ...overrides,
  };
}

export function sourceMaintenance(overrides: Fields = {}): Fields {
  return sourceIncident({
    ...{ id: "mnt000000001", name: "New disks", status: "scheduled", impact: "maintenance" },
    ...{ scheduled_for: "2031-01-01T10:00:00.000Z", scheduled_until: "2031-01-01T12:00:00.000Z" },
    incident_updates: [sourceUpdate({ id: "updmnt000001", status: "scheduled", body: "Soon." })],
    ...overrides,
  });
}

/** Serves the public API of a hosted page on this machine. */
export async function startStatuspage({ key = "" } = {}) {
  const page = { id: pageID, name: "Acme", url: "https://status.acme.example", time_zone: "Etc/UTC" };
  const empty: StatuspageContent = { page, components: [], incidents: [], maintenances: [] };
  let content = empty;
  let respond: ((response: ServerResponse) => void) | undefined;
  const server = createServer(({ url = "", headers }, response) => {
    if (respond) return respond(response);
    if (url.startsWith("/v1/") && headers.authorization !== `OAuth ${key}`) {
      response.writeHead(401, { "Content-Type": "application/json" }).end('{"error": "Unauthorized"}');
      return;
    }
    const body = bodyOf(url, content);
    response.writeHead(body ? 200 : 404, { "Content-Type": "application/json" });
    response.end(JSON.stringify(body ?? { error: "Not found" }));
  });
  return {
    url: await listen(server),
    serve(changes: Partial<StatuspageContent>) {
      [content, respond] = [{ ...empty, ...changes }, undefined];
    },
    /** Answers each request with something else. */
    serveRaw(answer: (response: ServerResponse) => void) {
      respond = answer;
    },
    stop: () => closeServer(server),
  };
}

function bodyOf(url: string, { page, components, incidents, maintenances }: StatuspageContent) {
  const isOpen = (notice: unknown) =>
    !/"status":"(resolved|postmortem|completed)"/.test(JSON.stringify(notice));
  const history = url.match(/^\/v1\/pages\/(\w+)\/incidents\?limit=100&page=(\d+)$/);
  if (history?.[1] === pageID) {
    const start = (Number(history[2]) - 1) * 100;
    return [...incidents, ...maintenances].slice(start, start + 100);
  }
  const bodies: Record<string, object> = {
    "/api/v2/summary.json": {
      ...{ page, components, incidents: incidents.filter(isOpen) },
      ...{
        scheduled_maintenances: maintenances.filter(isOpen),
        status: { indicator: "none", description: "" },
      },
    },
    "/api/v2/components.json": { page, components },
    "/api/v2/incidents.json": { page, incidents: incidents.slice(0, 50) },
    "/api/v2/scheduled-maintenances.json": { page, scheduled_maintenances: maintenances.slice(0, 50) },
  };
  return bodies[url];
}
