import { createHash } from "node:crypto";
import type { Daymark } from "../starters/daymark.ts";
import { expectedHmac } from "./subscription-links.ts";

type Row = Record<string, string | number | null>;

/** The values of the path parameters in reads.ts. */
export const filledNames = {
  componentID: "componentAAA",
  groupID: "groupAAAAAAA",
  incidentID: "incidentOpen",
  maintenanceID: "maintPlanned",
  metricID: "metricShown1",
  templateID: "templateAAAA",
  proposalID: "proposalAAAA",
  ruleID: "alertRuleAAA",
  heartbeatID: "heartbeatAAA",
  secret: "SecretOfAHeartbeatAAAAAA",
  subscriberID: "subscriberAA",
  token: expectedHmac("subscription-token", "subscriberAA 1"),
  channelID: "teamChannelA",
  logo: "logoAAAAAAAA",
};
export const filledApiKey = "K".repeat(40);

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const days = 86_400_000;
const hours = 3_600_000;

/** Rows of every table, like those that the product writes. */
function filledRows(now: number): Record<string, Row[]> {
  const ago = (time: number) => new Date(now - time).toISOString();
  const { componentID: api, incidentID: open, maintenanceID: planned, metricID, subscriberID } = filledNames;
  const component = (component_id: string, order: number, status: string): Row => ({
    component_id,
    name: `Name of ${component_id}`,
    description: "What it does",
    status,
    order,
    created_at: ago(60 * days),
    updated_at: ago(2 * hours),
    group_id: filledNames.groupID,
  });
  const change = (id: number, component_id: string, status: string, time: number, cause: string): Row => ({
    id,
    component_id,
    status,
    at: ago(time),
    cause,
  });
  const notice = (notice_id: string, kind: string, status: string, more: Row): Row => ({
    notice_id,
    kind,
    name: `Name of ${notice_id}`,
    status,
    message: `Message of ${notice_id}`,
    start_at: null,
    end_at: null,
    edited_at: "",
    sequence: 3,
    deleted_component_count: 1,
    postmortem_published_at: "2026-01-01T00:00:00.000Z",
    next_reminder_at: "2026-01-01T00:00:00.000Z",
    ...more,
  });
  const update = (notice_update_id: string, notice_id: string, status: string, time: number): Row => ({
    notice_update_id,
    notice_id,
    status,
    message: `Message of ${notice_update_id}`,
    created_at: ago(time),
    updated_at: ago(time),
  });
  const subscriber = (subscriber_id: string, state: string, more: Row = {}): Row => ({
    subscriber_id,
    email_address: `${subscriber_id}@example.com`,
    address_key: sha256(subscriber_id),
    state,
    everything: 1,
    time_zone: "Europe/Berlin",
    language: "de",
    created_at: ago(30 * days),
    confirmed_at: null,
    confirmation_sent_at: ago(30 * days),
    ended_reason: null,
    ended_at: null,
    mailbox_key: null,
    day_reminder: 1,
    hour_reminder: 1,
    is_team: 0,
    name: "",
    shown_address: "",
    hears_failures: 0,
    updated_at: "",
    ...more,
  });
  const metric = (metric_id: string, type: string, status: string, props: object, order: number): Row => ({
    metric_id,
    type,
    props: JSON.stringify(props),
    title: `Title of ${metric_id}`,
    status,
    unit: "ms",
    description: "How long it takes",
    decimal_places: 1,
    order,
    collection_error: "",
    collection_note: "",
    created_at: ago(50 * days),
    updated_at: ago(40 * days),
  });
  const content = JSON.stringify({
    kind: "incident",
    noticeID: open,
    first: true,
    name: "Name",
    status: "Identified",
    message: "Text",
    postedAt: ago(3 * hours),
    startAt: null,
    endAt: null,
    components: [{ name: "API", status: "Partial Outage" }],
  });
  const componentChanges = JSON.stringify({
    changes: [
      {
        componentID: api,
        name: "API",
        at: ago(hours),
        oldStatus: "Operational",
        newStatus: "Partial Outage",
      },
    ],
  });
  const cloudWatch = {
    Region: "us-east-1",
    Namespace: "AWS/ELB",
    MetricName: "Latency",
    Dimensions: [],
    Statistics: "Average",
  };
  return {
    components: [
      component(api, 1, "Partial Outage"),
      component("componentBBB", 2, "Operational"),
      component("componentCCC", 3, "Degraded Performance"),
    ],
    component_groups: [
      {
        group_id: filledNames.groupID,
        name: "Name of a group",
        order: 2,
        created_at: ago(5 * days),
        updated_at: ago(4 * days),
      },
    ],
    status_changes: [
      change(1, api, "Operational", 60 * days, "created"),
      change(2, "componentBBB", "Operational", 60 * days, "created"),
      change(3, "componentCCC", "Operational", 60 * days, "created"),
      change(4, "componentBBB", "Major Outage", 20 * days, "incident:incidentDone"),
      change(5, "componentBBB", "Operational", 20 * days - 5 * hours, "incident:incidentDone"),
      change(6, "componentCCC", "Under Maintenance", 10 * days, "maintenance:maintElapsed"),
      change(7, "componentCCC", "Operational", 10 * days - 2 * hours, "maintenance:maintElapsed"),
      change(8, "componentCCC", "Degraded Performance", 5 * days, `rule:${filledNames.ruleID}`),
      change(9, api, "Partial Outage", 2 * hours, `incident:${open}`),
    ],
    status_overrides: [
      {
        id: 1,
        component_id: api,
        from: ago(3 * hours),
        to: ago(2 * hours),
        status: "Partial Outage",
        cause: `incident:${open}`,
      },
    ],
    notices: [
      notice(open, "incident", "Identified", { created_at: ago(3 * hours), updated_at: ago(2 * hours) }),
      notice("incidentDone", "incident", "Resolved", {
        created_at: ago(20 * days),
        updated_at: ago(20 * days - 5 * hours),
        edited_at: "",
      }),
      notice(planned, "maintenance", "Scheduled", {
        created_at: ago(days),
        updated_at: ago(days),
        start_at: ago(-2 * days),
        end_at: ago(-3 * days),
      }),
      notice("maintElapsed", "maintenance", "Completed", {
        created_at: ago(12 * days),
        updated_at: ago(10 * days - 2 * hours),
        start_at: ago(10 * days),
        end_at: ago(10 * days - 2 * hours),
      }),
    ],
    notice_updates: [
      update("updateOpen01", open, "Investigating", 3 * hours),
      update("updateOpen02", open, "Identified", 2 * hours),
      update("updateDone01", "incidentDone", "Investigating", 20 * days),
      update("updateDone02", "incidentDone", "Resolved", 20 * days - 5 * hours),
      update("updatePlan01", planned, "Scheduled", days),
      update("updateElap01", "maintElapsed", "Scheduled", 12 * days),
      update("updateElap02", "maintElapsed", "In Progress", 10 * days),
      update("updateElap03", "maintElapsed", "Completed", 10 * days - 2 * hours),
    ],
    notice_components: [
      {
        notice_id: open,
        component_id: api,
        status: "Partial Outage",
        restore_status: "Operational",
        created_at: ago(3 * hours),
        changed_at: ago(2 * hours),
      },
      {
        notice_id: "incidentDone",
        component_id: "componentBBB",
        status: "Operational",
        created_at: ago(20 * days),
        changed_at: ago(20 * days - 5 * hours),
      },
      {
        notice_id: planned,
        component_id: api,
        status: "Under Maintenance",
        created_at: ago(days),
        changed_at: ago(days),
      },
      {
        notice_id: "maintElapsed",
        component_id: "componentCCC",
        status: "Operational",
        created_at: ago(12 * days),
        changed_at: ago(10 * days - 2 * hours),
      },
    ],
    notice_update_components: [
      {
        notice_update_id: "updateOpen02",
        component_id: api,
        name: `Name of ${api}`,
        old_status: "Operational",
        new_status: "Partial Outage",
      },
      {
        notice_update_id: "updateElap02",
        component_id: "componentGON",
        name: "Deleted since",
        old_status: "Operational",
        new_status: "Under Maintenance",
      },
    ],
    deleted_components: [
      {
        notice_id: "maintElapsed",
        component_id: "componentGON",
        name: "Deleted since",
        status: "Under Maintenance",
        order: 0,
      },
    ],
    postmortems: [open, "incidentDone"].map((notice_id) => ({
      notice_id,
      postmortem_id: notice_id.replace("incident", "writeUp1"),
      body: "## Summary",
      state: "Published",
      published_at: ago(2 * days),
      notified_at: null,
      created_at: ago(3 * days),
      updated_at: ago(days),
    })),
    cancelled_maintenances: [
      {
        maintenance_id: "maintDropped",
        name: "",
        sequence: 2,
        created_at: ago(4 * days),
        start_at: ago(-5 * days),
        end_at: ago(-6 * days),
        cancelled_at: ago(days),
      },
    ],
    metrics: [
      metric(metricID, "Self", "Visible", {}, 1),
      metric("metricHidden", "CloudWatch", "Hidden", cloudWatch, 2),
    ],
    metric_days: [0, 1, 2, 20].map((day) => ({
      metric_id: metricID,
      day: ago(day * days).slice(0, 10),
      revision: 7,
      sums: JSON.stringify(Array.from({ length: 24 }, (_, hour) => hour + day)),
      counts: JSON.stringify(Array.from({ length: 24 }, () => 2)),
    })),
    metric_backfills: [
      {
        metric_id: "metricHidden",
        day: ago(3 * days).slice(0, 10),
        attempts: 2,
        next_attempt_at: ago(-hours),
      },
    ],
    templates: [
      {
        template_id: filledNames.templateID,
        name: "Outage",
        name_key: "outage",
        kind: "incident",
        title: "{{components}} is down",
        message: "Since {{start}}.",
        status: "Identified",
        components: JSON.stringify([{ componentID: api, status: "Major Outage" }]),
        created_at: ago(9 * days),
        updated_at: ago(8 * days),
      },
    ],
    proposals: [
      {
        proposal_id: filledNames.proposalID,
        name: "API may be down",
        status: "Identified",
        message: "Three probes fail.",
        components: JSON.stringify([{ componentID: api, status: "Major Outage" }]),
        created_by_kind: "API key",
        created_by_name: "Monitoring",
        created_at: ago(2 * hours),
        updated_at: ago(hours),
        incident_id: open,
        rule_updated_at: ago(hours),
      },
    ],
    published_proposals: [
      { proposal_id: "proposalDone", incident_id: open, by_rule: 1, rule_changed_at: ago(hours) },
    ],
    received_alerts: [
      {
        received_id: 7,
        source: "generic",
        key_name: "Text of a key's name",
        key_id: "apiKeyAAAAAA",
        received_at: ago(hours),
        alerts: JSON.stringify([
          { key: "api", state: "firing", title: "Text of an alert", labels: { a: "b" }, link: "", at: null },
        ]),
        body: JSON.stringify({ key: "api", state: "firing" }),
      },
    ],
    alert_progress: [{ id: 1, received_id: 7 }],
    alert_refusals: [{ source: "generic", reason: "body", count: 2, last_at: ago(hours) }],
    alert_rules: [
      {
        rule_id: filledNames.ruleID,
        name: "Text of a rule's name",
        source: "generic",
        labels: JSON.stringify([{ name: "a", value: "b*" }]),
        components: JSON.stringify([{ componentID: api, status: "Major Outage" }]),
        group_id: filledNames.groupID,
        group_status: "Partial Outage",
        template_id: filledNames.templateID,
        mode: "component",
        hold_minutes: 3,
        settle_minutes: 4,
        created_at: ago(2 * days),
        updated_at: ago(days),
      },
    ],
    heartbeats: [
      {
        heartbeat_id: filledNames.heartbeatID,
        name: "Text of a heartbeat's name",
        period_minutes: 60,
        grace_minutes: 5,
        secret: filledNames.secret,
        last_beat_at: ago(hours),
        due_at: ago(-hours),
        created_at: ago(2 * days),
        updated_at: ago(days),
        is_paused: 1,
        source: "alertmanager",
      },
    ],
    alert_episodes: [
      {
        rule_id: filledNames.ruleID,
        version: 2,
        state: JSON.stringify({ alerts: {}, begun: null, last: null, log: [] }),
        due_at: null,
      },
    ],
    settings: [
      {
        id: 1,
        service_name: "Acme",
        background_color: "#102030",
        logo_id: filledNames.logo,
        email_enabled: 1,
        source_region: "eu-west-1",
        source_email_address: "status@example.com",
        privacy_notice_url: "https://example.com/privacy",
        turnstile_site_key: "site-key",
        update_reminder_minutes: 30,
        audit_days: 365,
        mail_provider: "cloudflare",
        smtp_host: "smtp.example.com",
        smtp_port: 587,
        smtp_user: "daymark",
        note: "Text of a **note**",
        header_links: JSON.stringify([{ name: "Docs", url: "https://example.com/docs" }]),
        footer_links: JSON.stringify([{ name: "Contact", url: "mailto:help@example.com" }]),
        dark_logo_id: filledNames.logo,
        favicon_id: filledNames.logo,
        nightly_exports_kept: 30,
        accent_color: "#663399",
        header_color: "#2E1065",
        page_tint: "soft",
        page_width: "wide",
        font: "serif",
        updated_at: ago(days),
      },
    ],
    api_keys: [
      {
        id: "apiKeyAAAAAA",
        encrypted_value: "encrypted",
        hash: sha256(filledApiKey),
        name: "Monitoring",
        scopes: "all archive",
        created_date: ago(40 * days),
        last_used_at: "2026-01-01T00:00:00.000Z",
        alert_paths: JSON.stringify({
          key: "/incident/id",
          title: "/incident/summary",
          state: "/incident/status",
          resolved: ["closed"],
        }),
      },
    ],
    content_version: [{ id: 1, version: 41, raised_at: "" }],
    subscribers: [
      subscriber(subscriberID, "confirmed", { confirmed_at: ago(29 * days), everything: 0 }),
      subscriber("subscriberBB", "unconfirmed"),
      subscriber("subscriberCC", "ended", {
        email_address: "",
        ended_reason: "complaint",
        ended_at: ago(days),
      }),
      subscriber(filledNames.channelID, "confirmed", {
        is_team: 1,
        name: "Operations",
        shown_address: "o…@example.com",
        hears_failures: 1,
        confirmed_at: ago(days),
        updated_at: ago(hours),
      }),
    ],
    subscriber_groups: [{ subscriber_id: subscriberID, group_id: filledNames.groupID }],
    subscriber_notices: [
      { subscriber_id: subscriberID, notice_id: open, is_confirmed: 1, created_at: ago(3 * hours) },
    ],
    subscriber_components: [{ subscriber_id: subscriberID, component_id: api }],
    messages: [
      {
        message_id: "messagePost1",
        kind: "incident",
        notice_id: open,
        content,
        created_at: ago(3 * hours),
      },
      {
        message_id: "messageAPI01",
        kind: "component",
        notice_id: null,
        content: componentChanges,
        created_at: ago(hours),
      },
      {
        message_id: "messageAsk01",
        kind: "confirmation",
        notice_id: null,
        content: null,
        created_at: ago(hours),
      },
    ],
    deliveries: [
      {
        delivery_id: 1,
        message_id: "messagePost1",
        subscriber_id: subscriberID,
        state: "sent",
        next_at: ago(3 * hours),
        service_id: "service-1",
        notice_id: open,
      },
      {
        delivery_id: 2,
        message_id: "messagePost1",
        subscriber_id: null,
        state: "failed",
        attempts: 3,
        next_at: ago(2 * hours),
        error: "Address is on the suppression list.",
      },
      {
        delivery_id: 3,
        message_id: "messageAsk01",
        subscriber_id: "subscriberBB",
        state: "waiting",
        next_at: ago(-hours),
        lane: "CONFIRMATIONS",
      },
      {
        delivery_id: 4,
        message_id: "messagePost1",
        subscriber_id: "subscriberBB",
        channel: "webhook",
        lane: "ENDPOINTS",
        state: "failed",
        attempts: 10,
        next_at: ago(2 * hours),
        error: "The answer had the status 500.",
        response_status: 500,
        tried_at: ago(2 * hours),
      },
      {
        delivery_id: 5,
        message_id: "messageAPI01",
        subscriber_id: "subscriberBB",
        channel: "webhook",
        lane: "ENDPOINTS",
        state: "waiting",
        next_at: ago(hours),
        changes: "[0]",
      },
    ],
    message_lanes: [
      {
        message_id: "messagePost1",
        lane: "MAIL",
        cursor: subscriberID,
        due_at: ago(3 * hours),
        state: "waiting",
        error: "",
      },
    ],
    endpoints: [
      {
        subscriber_id: "subscriberBB",
        address: "encrypted",
        secret_version: 2,
        earlier_rotations: "[null]",
        host_key: sha256("host"),
        is_slow: 1,
        fast_in_row: 3,
      },
    ],
    push_keys: [{ one: 1, keys: "encrypted" }],
    failures: [
      {
        kind: "metric",
        subject_id: metricID,
        name: "Latency",
        reason: "It is down.",
        count: 1,
        at: ago(hours),
        told_at: null,
      },
    ],
    lanes: [
      { lane: "MAIL", paused_until: ago(-hours) },
      { lane: "CONFIRMATIONS", paused_until: ago(-hours), next_at: ago(-hours) },
    ],
    idempotency_keys: [
      {
        key_hash: sha256("key"),
        fingerprint: sha256("body"),
        created_id: open,
        answer: "{}",
        claimed_at: ago(3 * hours),
      },
    ],
    undos: [
      {
        token: "undoTokenAAA",
        expires_at: ago(-hours),
        kind: "incident",
        notice_id: open,
        notice_update_id: "updateOpen02",
        key_hash: null,
        message_id: "messageNone1",
        written_at: ago(hours),
        former: '{"notices":[]}',
      },
    ],
    archive_restores: [
      {
        id: 1,
        archive_id: sha256("archive"),
        row_counts: "{}",
        part: "settings",
        position: 1,
        started_at: ago(days),
        updated_at: ago(days),
        finished_at: ago(days),
      },
    ],
    nightly_exports: [
      {
        id: 1,
        day: ago(days).slice(0, 10),
        content_version: "1.0",
        part: "settings",
        cursor: "",
        pages: 3,
        rows: 40,
        finished_at: ago(days),
        lease_until: "2026-01-01T01:20:00.000Z",
      },
    ],
    audit_entries: [
      {
        seq: 1,
        at: ago(3 * days),
        actor: "user:1",
        actor_name: "ada@example.com",
        kind: "component",
        action: "created",
        item_id: api,
        item_name: "Name",
        notice_update_id: null,
        request_id: "request",
        before: "{}",
        after: '{"name":"Name"}',
      },
    ],
    cron_runs: [{ id: 1, last_run_at: ago(0) }],
    restores: [{ id: 1, step: "sums", day: ago(0).slice(0, 10), metric_id: metricID }],
    bounce_notifications: [{ message_id: "notification-1", received_at: ago(hours) }],
    confirmation_limits: [{ mailbox_key: sha256("mailbox"), sent: 2, next_at: ago(-hours) }],
    subscribe_calls: [{ call_id: 1, at: ago(hours) }],
    subscribe_networks: [{ network_key: sha256("network"), at: ago(hours).slice(0, 10) }],
  };
}

/** Writes day files and logos, which no migration touches. */
export async function fillFiles({ files }: Pick<Daymark, "files">, now: number): Promise<void> {
  const points = Array.from({ length: 60 }, (_, index) => [index * 20, index / 4, now]);
  for (const day of [
    "2024-01-31",
    ...[0, 1].map((daysAgo) => new Date(now - daysAgo * days).toISOString()),
  ]) {
    const path = day.slice(0, 10).split("-").map(Number).join("/");
    await files.put(`metrics/${filledNames.metricID}/${path}.json`, JSON.stringify({ revision: 7, points }));
  }
  for (const suffix of ["", "@2x"])
    await files.put(`logos/${filledNames.logo}${suffix}`, "a picture", {
      httpMetadata: { contentType: "image/png" },
    });
  await files.put("exports/manifests/2026-01-31", "", {
    customMetadata: { finishedAt: "2026-01-31T01:02:00.000Z", pages: "1", rows: "1" },
  });
}

interface Column {
  name: string;
  pk: number;
}
type Database = Daymark["db"];

/** Reads the stored columns of each table. */
export async function schemaOf(db: Database): Promise<Map<string, Column[]>> {
  const { results } = await db
    .prepare(
      `SELECT t.name AS "table", c.name, c.pk FROM sqlite_schema AS t, pragma_table_xinfo(t.name) AS c
        WHERE t.type = 'table' AND t.name NOT GLOB '_cf_*' AND t.name NOT GLOB 'notice_search*'
          AND t.name NOT IN ('d1_migrations', 'sqlite_sequence') AND c.hidden = 0 ORDER BY t.rowid, c.cid`,
    )
    .all<Column & { table: string }>();
  return Map.groupBy(results, ({ table }) => table);
}

/** Reads all rows of each table in the order of its primary key: all columns, or those of `schema`. */
export async function readTables(db: Database, schema?: Map<string, Column[]>) {
  const tables = [...(schema ?? (await schemaOf(db)))];
  const selects = tables.map(([table, columns]) => {
    const order = columns.filter(({ pk }) => pk > 0).map(({ name }) => `"${name}"`);
    return db.prepare(
      `SELECT ${columns.map(({ name }) => `"${name}"`).join(", ")} FROM "${table}" ORDER BY ${order.join(", ") || "rowid"}`,
    );
  });
  const rows = await db.batch(selects);
  return Object.fromEntries(tables.map(([table], n) => [table, rows[n]?.results]));
}

/** Fills the empty tables and returns the schema. */
export async function fillTables(db: Database, now: number): Promise<Map<string, Column[]>> {
  const schema = await schemaOf(db);
  const rows = filledRows(now);
  const before = await readTables(db, schema);
  const inserts = [...schema].flatMap(([table, columns]) => {
    const newRows = rows[table];
    if (newRows === undefined || newRows.length === 0)
      throw new Error(
        `Add rows for ${table} to test/support/factories/filled-tables.ts, so that a test notices when an upgrade loses some.`,
      );
    return before[table]?.length ? [] : newRows.map((row) => insert(db, table, columns, row));
  });
  await db.batch([db.prepare("PRAGMA defer_foreign_keys = ON"), ...inserts]);
  return schema;
}

function insert(db: Database, table: string, columns: Column[], row: Row) {
  const names = columns.map(({ name }) => name).filter((name) => row[name] !== undefined);
  return db
    .prepare(
      `INSERT INTO "${table}" (${names.map((name) => `"${name}"`).join(", ")}) VALUES (${names.map(() => "?").join(", ")})`,
    )
    .bind(...names.map((name) => row[name] ?? null));
}
