import { createServer, type ServerResponse } from "node:http";
import { closeServer, listen } from "../starters/listen.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests change single fields of several shapes
type Fields = Record<string, any>;

export interface StatuspageContent {
  page: unknown;
  components: unknown[];
  incidents: unknown[];
  maintenances: unknown[];
  templates: unknown[];
  metrics: unknown[];
  metricsProviders: unknown[];
  /** They are of every kind and in every state. */
  subscribers: Fields[];
}

const pageID = "pg00acme0000";

/** The fields that Statuspage documents: https://metastatuspage.com/api */
export function sourceComponent(overrides: Fields = {}): Fields {
  return {
    id: "cmp000000001",
    name: "API",
    status: "operational",
    position: 1,
    description: null,
    created_at: "2024-02-03T04:05:06.789-07:00",
    updated_at: "2026-01-02T03:04:05.678-07:00",
    showcase: true,
    start_date: "2024-02-03",
    group_id: null,
    page_id: pageID,
    group: false,
    only_show_if_degraded: false,
    ...overrides,
  };
}

export function sourceUpdate(overrides: Fields = {}): Fields {
  const at = overrides.created_at ?? "2026-03-04T05:06:07.890Z";
  return {
    id: "upd000000001",
    status: "investigating",
    body: "We are looking.",
    incident_id: "inc000000001",
    created_at: at,
    updated_at: at,
    display_at: at,
    affected_components: null,
    deliver_notifications: true,
    custom_tweet: null,
    tweet_id: null,
    ...overrides,
  };
}

export function sourceIncident(overrides: Fields = {}): Fields {
  const at = overrides.created_at ?? "2026-03-04T05:06:07.890Z";
  const id = overrides.id ?? "inc000000001";
  return {
    id,
    name: "API is down",
    status: "investigating",
    impact: "minor",
    page_id: pageID,
    created_at: at,
    updated_at: at,
    started_at: at,
    monitoring_at: null,
    resolved_at: null,
    shortlink: `https://stspg.io/${id}`,
    components: [],
    reminder_intervals: null,
    incident_updates: [sourceUpdate({ id: `u${String(id).slice(1)}`, incident_id: id, created_at: at })],
    ...overrides,
  };
}

export function sourceMaintenance(overrides: Fields = {}): Fields {
  return sourceIncident({
    id: "mnt000000001",
    name: "New disks",
    status: "scheduled",
    impact: "maintenance",
    scheduled_for: "2031-01-01T10:00:00.000Z",
    scheduled_until: "2031-01-01T12:00:00.000Z",
    incident_updates: [sourceUpdate({ id: "updmnt000001", status: "scheduled", body: "Soon." })],
    ...overrides,
  });
}

/** The fields that Statuspage documents: https://developer.statuspage.io */
export function sourceTemplate(overrides: Fields = {}): Fields {
  return {
    id: "tpl000000001",
    components: [],
    name: "Outage",
    title: "API is down",
    body: "We are looking.",
    group_id: null,
    update_status: "investigating",
    should_tweet: false,
    should_send_notifications: true,
    ...overrides,
  };
}

export function sourceMetric(overrides: Fields = {}): Fields {
  return {
    id: "met000000001",
    metrics_provider_id: "prv000000001",
    metric_identifier: "p95",
    name: "Latency",
    display: true,
    tooltip_description: "Of the API",
    backfilled: true,
    backfill_percentage: 1,
    y_axis_min: 0,
    y_axis_max: 500,
    y_axis_hidden: false,
    suffix: "ms",
    decimal_places: 1,
    created_at: "2024-02-03T04:05:06.789-07:00",
    updated_at: "2026-01-02T03:04:05.678-07:00",
    most_recent_data_at: "2026-03-04T05:06:07.890Z",
    last_fetched_at: "2026-03-04T05:06:07.890Z",
    reference_name: null,
    ...overrides,
  };
}

export function sourceMetricsProvider(overrides: Fields = {}): Fields {
  const at = "2024-02-03T04:05:06.789-07:00";
  return {
    id: "prv000000001",
    type: "Self",
    disabled: false,
    metric_base_uri: null,
    page_id: 1,
    last_revalidated_at: null,
    created_at: at,
    updated_at: at,
    ...overrides,
  };
}

export function sourceSubscriber(overrides: Fields = {}): Fields {
  return {
    id: "sub000000001",
    skip_confirmation_notification: false,
    mode: "email",
    email: "ann@example.com",
    quarantined_at: null,
    purge_at: null,
    created_at: "2025-04-03T02:01:00.000Z",
    ...overrides,
  };
}

/** Serves the public API of a hosted page on this machine, and to those with the key the other one. */
export async function startStatuspage({ key = "" } = {}) {
  const page = { id: pageID, name: "Acme", url: "https://status.acme.example", time_zone: "Etc/UTC" };
  const empty: StatuspageContent = {
    page,
    components: [],
    incidents: [],
    maintenances: [],
    templates: [],
    metrics: [],
    metricsProviders: [sourceMetricsProvider()],
    subscribers: [],
  };
  let content = empty;
  let requests: string[] = [];
  let replaced: Record<string, unknown> = {};
  let busy: { path: string; status: number; times: number } | undefined;
  let respond: ((response: ServerResponse) => void) | undefined;
  const server = createServer(({ url = "", headers }, response) => {
    requests.push(url);
    if (respond) return respond(response);
    if (url.startsWith("/v1/") && headers.authorization !== `OAuth ${key}`) {
      response.writeHead(401, { "Content-Type": "application/json" }).end('{"error": "Unauthorized"}');
      return;
    }
    if (busy && busy.times > 0 && url.includes(busy.path)) {
      busy.times -= 1;
      response.writeHead(busy.status, { "Content-Type": "application/json" }).end('{"error": "Busy"}');
      return;
    }
    const body = url.startsWith("/v1/") ? keyedBodyOf(url, content, replaced) : bodyOf(url, content);
    response.writeHead(body ? 200 : 404, { "Content-Type": "application/json" });
    response.end(JSON.stringify(body ?? { error: "Not found" }));
  });
  return {
    url: await listen(server),
    serve(changes: Partial<StatuspageContent>) {
      [content, respond, requests, busy] = [{ ...empty, ...changes }, undefined, [], undefined];
      replaced = {};
    },
    /** Answers a path after the page's ID with something else than the content. */
    replace(path: string, body: unknown) {
      replaced[path] = body;
    },
    /** Returns the paths of all requests since the content was set. */
    requests: () => requests,
    /** Refuses the next requests of a path. */
    refuse(path: string, status: number, times: number) {
      busy = { path, status, times };
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
  const bodies: Record<string, object> = {
    "/api/v2/summary.json": {
      page,
      components,
      incidents: incidents.filter(isOpen),
      scheduled_maintenances: maintenances.filter(isOpen),
      status: { indicator: "none", description: "" },
    },
    "/api/v2/components.json": { page, components },
    "/api/v2/incidents.json": { page, incidents: incidents.slice(0, 50) },
    "/api/v2/scheduled-maintenances.json": { page, scheduled_maintenances: maintenances.slice(0, 50) },
  };
  return bodies[url];
}

/** Lists have 100 rows at most. Pages of subscribers count from 0, all others from 1. */
function keyedBodyOf(url: string, content: StatuspageContent, replaced: Record<string, unknown>) {
  const { pathname, searchParams } = new URL(url, "http://localhost");
  const [, path] = pathname.split(`/v1/pages/${pageID}/`);
  if (path !== undefined && Object.hasOwn(replaced, path)) return replaced[path];
  const parameter = (name: string) => Number(searchParams.get(name) ?? Number.NaN);
  const pageOf = (rows: unknown[], size: number, page: number) =>
    rows.slice(page * Math.min(size, 100), (page + 1) * Math.min(size, 100));
  const numbered = (rows: unknown[], sizeName: string) => {
    const page = searchParams.has("page") ? parameter("page") : 1;
    return page > 0 ? pageOf(rows, parameter(sizeName), page - 1) : undefined;
  };
  switch (path) {
    case "incidents":
      return numbered([...content.incidents, ...content.maintenances], "limit");
    case "incident_templates":
      return numbered(content.templates, "per_page");
    case "metrics":
      return numbered(content.metrics, "per_page");
    case "metrics_providers":
      return content.metricsProviders;
    case "subscribers": {
      const [type, state] = [searchParams.get("type"), searchParams.get("state") ?? "active"];
      const found = content.subscribers.filter((each) => each.mode === type && stateOf(each) === state);
      return pageOf(found, parameter("limit"), parameter("page"));
    }
    case "subscribers/histogram_by_state":
      return histogramOf(content.subscribers);
    default:
      return undefined;
  }
}

/** The API tells no field for it, so `unconfirmed` is one of this fixture. */
function stateOf({ quarantined_at: quarantinedAt, unconfirmed }: Fields): string {
  return quarantinedAt ? "quarantined" : unconfirmed ? "unconfirmed" : "active";
}

function histogramOf(subscribers: Fields[]) {
  const kinds = ["email", "sms", "webhook", "integration_partner", "slack", "teams"];
  const states = ["active", "unconfirmed", "quarantined"];
  return Object.fromEntries(
    kinds.map((kind) => {
      const ofKind = subscribers.filter(({ mode }) => mode === kind);
      const counts = states.map((state) => [state, ofKind.filter((each) => stateOf(each) === state).length]);
      return [kind, { ...Object.fromEntries(counts), total: ofKind.length }];
    }),
  );
}
