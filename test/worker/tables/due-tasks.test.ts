import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { tasks } from "../../../worker/jobs/tasks.ts";
import { allLanes } from "../../../worker/notify/outbox/domain.ts";
import { DAY_MS, HOUR_MS, isoTime, MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";
import type { QueueReport } from "../../support/workers/faulty-queues.ts";

// The cron reads in one statement what is due. Where that read is narrower than a task, the task never runs and nothing fails, so these
// tests have each reason for which a task has something to do.

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
beforeEach(() => daymark.reset());
afterAll(() => daymark.stop());

/** The time of the Worker's clock: today, in the day, and no full hour. */
const noon = Date.parse(`${isoTime(Date.now()).slice(0, 10)}T12:34:00.000Z`);
const ago = (ms: number) => isoTime(noon - ms);

interface Case {
  task: keyof typeof tasks;
  reason: string;
  sql: string[];
  /** When the cron runs. The default is `noon`. */
  at?: number;
  /** A query whose value is 1 once the task has run. */
  done?: string;
  /** The queue that the task wakes. */
  wakes?: string;
  logs?: RegExp;
}

function insert(table: string, fields: Record<string, string | number | null>): string {
  const values = Object.values(fields).map((value) =>
    typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value),
  );
  return `INSERT INTO ${table} (${Object.keys(fields).map((name) => `"${name}"`)}) VALUES (${values})`;
}

const isGone = (table: string) => `SELECT NOT EXISTS (SELECT 1 FROM ${table})`;

const lastRun = (at: string) => insert("cron_runs", { id: 1, last_run_at: at });

const maintenance = (fields: {
  status: string;
  start_at: string;
  end_at: string;
  next_reminder_at?: string;
}) =>
  insert("notices", {
    ...{ notice_id: "maintenance1", kind: "maintenance", name: "Moving house", message: "" },
    ...{ created_at: ago(3 * DAY_MS), updated_at: ago(3 * DAY_MS), ...fields },
  });
const hasStatus = (status: string) => `SELECT status = '${status}' FROM notices`;

const metric = (fields: { type: string; props: string; collection_error?: string }) =>
  insert("metrics", {
    ...{
      metric_id: "metric000001",
      title: "Latency",
      status: "Visible",
      unit: "",
      description: "",
      decimal_places: 0,
    },
    ...{
      order: 1,
      created_at: ago(DAY_MS),
      updated_at: ago(DAY_MS),
      collected_until: ago(MINUTE_MS),
      ...fields,
    },
  });
const cloudWatchProps = JSON.stringify({
  ...{ Region: "eu-west-1", Namespace: "AWS/EC2", MetricName: "CPUUtilization" },
  ...{ Dimensions: [], Statistics: "Average" },
});

const failure = (kind: string, subject_id: string, told_at: string | null = null) =>
  insert("failures", { kind, subject_id, name: "Name", reason: "Reason", at: ago(MINUTE_MS), told_at });

const message = (created_at: string) =>
  insert("messages", { message_id: "message00001", kind: "incident", notice_id: "incident0001", created_at });
const delivery = (lane: string, next_at: string, is_slow = 0) =>
  insert("deliveries", { message_id: "message00001", channel: "webhook", lane, next_at, is_slow });
const messageLane = (lane: string, due_at: string) =>
  insert("message_lanes", { message_id: "message00001", lane, due_at });
const queueOf = (lane: string) => (lane === "CONFIRMATIONS" ? "MAIL" : lane);
const now = isoTime(noon);
const anHourAgo = ago(HOUR_MS);
const twoDaysAgo = ago(2 * DAY_MS);
const isPaused = (lane: string) => insert("lanes", { lane, paused_until: ago(-DAY_MS) });

const received = (received_id: number, age: number) =>
  insert("received_alerts", {
    ...{ received_id, source: "generic", key_name: "", received_at: ago(age), alerts: "[]", body: "{}" },
  });
const progress = (received_id: number) => insert("alert_progress", { id: 1, received_id });
const rule = insert("alert_rules", {
  ...{ rule_id: "rule00000001", name: "Slow", source: "", labels: "[]", components: "[]" },
  ...{ group_status: "Partial Outage", mode: "notify", hold_minutes: 0, settle_minutes: 0 },
  ...{ created_at: ago(DAY_MS), updated_at: ago(DAY_MS) },
});
const firing = { state: "firing", at: noon - HOUR_MS, title: "Slow" };
const episode = {
  rule_id: "rule00000001",
  version: 1,
  state: JSON.stringify({ alerts: { "generic a": firing }, begun: null, last: null, log: [] }),
};

const component = insert("components", {
  ...{ component_id: "component001", name: "API", description: "", status: "Major Outage", order: 1 },
  ...{ created_at: ago(DAY_MS), updated_at: ago(DAY_MS) },
});
const webhook = (is_team: number) =>
  insert("subscribers", {
    ...{ subscriber_id: "subscriber01", channel: "webhook", email_address: "", address_key: "key", is_team },
    ...{ state: "confirmed", everything: 1, created_at: ago(DAY_MS), confirmed_at: ago(DAY_MS) },
  });
const statusChange = (id: number) =>
  insert("status_changes", {
    ...{ id, component_id: "component001", status: "Major Outage", previous_status: "Operational" },
    ...{ at: anHourAgo, cause: "administrator" },
  });

const nightlyExport = (fields: { day: string; finished_at?: string; lease_until?: string }) =>
  insert("nightly_exports", { id: 1, ...fields });
const today = isoTime(noon).slice(0, 10);
const yesterday = ago(DAY_MS).slice(0, 10);
const atNight = Date.parse(`${today}T01:00:00.000Z`);
const atEndOfNight = Date.parse(`${today}T05:59:00.000Z`);
const isExported = `SELECT day = '${today}' AND finished_at <> '' FROM nightly_exports`;

const atHour = Date.parse(`${today}T13:00:00.000Z`);

const cases: Case[] = [
  ...[
    { reason: "no run is recorded", sql: [] },
    { reason: "the recorded run is ten minutes old", sql: [lastRun(ago(10 * MINUTE_MS))] },
    { reason: "the cron did not run for a day", sql: [lastRun(ago(DAY_MS))] },
    { reason: "the recorded run is in the future", sql: [lastRun(ago(-MINUTE_MS))] },
  ].map(({ reason, sql }) => ({
    ...{ task: "cronRecord" as const, reason, sql: ["DELETE FROM cron_runs", ...sql] },
    done: `SELECT last_run_at = '${isoTime(noon)}' FROM cron_runs`,
  })),

  ...[
    { reason: "one starts now", from: "Scheduled", start: 0, end: -HOUR_MS, to: "In Progress" },
    {
      reason: "one should have started a day ago",
      from: "Scheduled",
      start: DAY_MS,
      end: -HOUR_MS,
      to: "In Progress",
    },
    {
      reason: "the window of one passed while the cron was down",
      from: "Scheduled",
      start: DAY_MS,
      end: HOUR_MS,
      to: "Completed",
    },
    {
      reason: "one that is in progress ends now",
      from: "In Progress",
      start: HOUR_MS,
      end: 0,
      to: "Completed",
    },
    {
      reason: "one that is being verified ends now",
      from: "Verifying",
      start: HOUR_MS,
      end: 0,
      to: "Completed",
    },
    {
      reason: "one should have ended a day ago",
      from: "In Progress",
      start: 2 * DAY_MS,
      end: DAY_MS,
      to: "Completed",
    },
  ].map(({ reason, from, start, end, to }) => ({
    ...{ task: "maintenances" as const, reason, done: hasStatus(to) },
    sql: [maintenance({ status: from, start_at: ago(start), end_at: ago(end) })],
  })),

  ...[
    { reason: "one starts in a day", start: DAY_MS, reminder: 0, next: ago(HOUR_MS - DAY_MS) },
    { reason: "one starts in an hour", start: HOUR_MS, reminder: 0, next: null },
    {
      reason: "a day's reminder is hours late",
      start: 20 * HOUR_MS,
      reminder: 4 * HOUR_MS,
      next: ago(-19 * HOUR_MS),
    },
  ].map(({ reason, start, reminder, next }) => ({
    ...{ task: "reminders" as const, reason },
    sql: [
      maintenance({
        ...{ status: "Scheduled", start_at: ago(-start), end_at: ago(-2 * DAY_MS) },
        next_reminder_at: ago(reminder),
      }),
    ],
    done: `SELECT next_reminder_at IS ${next === null ? "NULL" : `'${next}'`} FROM notices`,
  })),

  {
    ...{ task: "heartbeats", reason: "one is missing" },
    sql: [
      insert("heartbeats", {
        ...{ heartbeat_id: "heartbeat001", name: "Backup", period_minutes: 1, grace_minutes: 0, secret: "s" },
        ...{ last_beat_at: anHourAgo, due_at: ago(MINUTE_MS), created_at: anHourAgo, updated_at: anHourAgo },
      }),
    ],
    done: "SELECT due_at IS NULL FROM heartbeats",
  },
  ...[
    { reason: "something was received that no rule has seen", sql: [received(8, MINUTE_MS), progress(7)] },
    {
      reason: "a rule has waited long enough",
      sql: [progress(7), rule, insert("alert_episodes", { ...episode, due_at: ago(MINUTE_MS) })],
    },
  ].map(({ reason, sql }) => ({
    ...{ task: "alerts" as const, reason, sql },
    done: `SELECT coalesce((SELECT version FROM alert_episodes), 0) > 1 OR received_id = 8 FROM alert_progress`,
  })),

  {
    ...{ task: "oldAlerts", reason: "something was received 31 days ago", at: atHour },
    sql: [received(7, 31 * DAY_MS), received(8, MINUTE_MS), progress(8)],
    done: "SELECT count(*) = 1 FROM received_alerts",
  },

  ...[
    { type: "CloudWatch", props: cloudWatchProps },
    { type: "Prometheus", props: JSON.stringify({ URL: "http://127.0.0.1:9", Expression: "up" }) },
  ].map((fields) => ({
    ...{ task: "collection" as const, reason: `a metric is collected from ${fields.type}` },
    ...{ sql: [metric(fields)], done: "SELECT collection_error <> '' FROM metrics" },
  })),

  {
    ...{ task: "failures", reason: "a metric can't be collected" },
    sql: [
      metric({ type: "Self", props: "{}", collection_error: "Refused." }),
      failure("metric", "metric000001"),
    ],
    done: "SELECT told_at IS NOT NULL FROM failures",
  },
  {
    ...{ task: "failures", reason: "a metric that the team was told about works again" },
    sql: [metric({ type: "Self", props: "{}" }), failure("metric", "metric000001", ago(HOUR_MS))],
    done: isGone("failures"),
  },
  { task: "failures", reason: "an email bounced", sql: [failure("bounce", "")], done: isGone("failures") },
  {
    task: "failures",
    reason: "a channel stopped",
    sql: [failure("channel", "subscriber01")],
    done: isGone("failures"),
  },

  ...allLanes.flatMap((lane): Case[] => [
    ...[0, 1].map((isSlow) => ({
      ...{ task: "outbox" as const, reason: `a ${isSlow ? "slow " : ""}delivery waits in ${lane}` },
      ...{ sql: [message(anHourAgo), delivery(lane, now, isSlow)], wakes: queueOf(lane) },
    })),
    {
      ...{ task: "outbox", reason: `a message waits in ${lane}`, wakes: queueOf(lane) },
      sql: [message(anHourAgo), messageLane(lane, anHourAgo)],
    },
  ]),
  ...[
    { lane: "ENDPOINTS", isTeam: 0 },
    { lane: "TEAM", isTeam: 1 },
  ].flatMap(({ lane, isTeam }): Case[] => [
    {
      ...{
        task: "outbox",
        reason: `a component has changed, and no change was announced in ${lane}`,
        wakes: lane,
      },
      sql: [component, webhook(isTeam), statusChange(1)],
    },
    {
      ...{
        task: "outbox",
        reason: `a component has changed since the last change that ${lane} announced`,
        wakes: lane,
      },
      sql: [component, webhook(isTeam), insert("lanes", { lane, changes_cursor: 7 }), statusChange(8)],
    },
  ]),
  ...["MAIL", "CONFIRMATIONS"].map((lane) => ({
    ...{ task: "outbox" as const, reason: `an email waits for two days, although ${lane} is paused` },
    sql: [message(twoDaysAgo), delivery(lane, twoDaysAgo), isPaused(lane)],
    done: "SELECT state = 'failed' FROM deliveries",
  })),
  {
    ...{ task: "outbox", reason: "a message waits for two days, although email is paused" },
    sql: [message(twoDaysAgo), messageLane("MAIL", twoDaysAgo), isPaused("MAIL")],
    done: "SELECT state = 'failed' FROM message_lanes",
  },
  {
    ...{ task: "outbox", reason: "a message is more than 90 days old", done: isGone("messages") },
    sql: [message(ago(91 * DAY_MS))],
  },

  {
    ...{ task: "expiredKeys", reason: "an Idempotency-Key is a day old", done: isGone("idempotency_keys") },
    sql: [
      insert("idempotency_keys", {
        ...{
          key_hash: "hash",
          fingerprint: "fingerprint",
          created_id: "incident0001",
          claimed_at: ago(DAY_MS),
        },
      }),
    ],
  },

  ...[
    { step: "begin", done: "SELECT step = 'snapshots' FROM restores" },
    { step: "snapshots", done: "SELECT step = 'sums' FROM restores" },
    { step: "sums", done: isGone("restores") },
  ].map(({ step, done }) => ({
    ...{ task: "restore" as const, reason: `D1 was restored, and the step "${step}" is next`, done },
    sql: [insert("restores", { id: 1, step })],
  })),

  ...[
    { reason: "it is the first night", at: atNight, sql: [] },
    { reason: "the night is nearly over", at: atEndOfNight, sql: [] },
    {
      ...{ reason: "the last one is yesterday's", at: atNight },
      sql: [nightlyExport({ day: yesterday, finished_at: ago(DAY_MS) })],
    },
    { reason: "tonight's is not finished", at: atNight, sql: [nightlyExport({ day: today })] },
    {
      ...{ reason: "the run that made tonight's was ended", at: atEndOfNight },
      sql: [nightlyExport({ day: today, lease_until: isoTime(atNight) })],
    },
  ].map((night) => ({ ...night, task: "nightlyExport" as const, done: isExported })),

  {
    ...{ task: "expiredSubscribers", reason: "the hour begins", at: atHour, done: isGone("subscribers") },
    sql: [
      insert("subscribers", {
        ...{
          subscriber_id: "subscriber01",
          email_address: "",
          address_key: "key",
          state: "ended",
          everything: 0,
        },
        ...{ ended_reason: "left", ended_at: ago(8 * DAY_MS), created_at: ago(9 * DAY_MS) },
      }),
    ],
  },
  {
    ...{
      task: "oldNotifications",
      reason: "the hour begins",
      at: atHour,
      done: isGone("bounce_notifications"),
    },
    sql: [insert("bounce_notifications", { message_id: "message00001", received_at: ago(2 * DAY_MS) })],
  },
  {
    ...{ task: "oldUndos", reason: "the hour begins", at: atHour, done: isGone("undos") },
    sql: [
      insert("undos", {
        ...{ token: "token", expires_at: ago(2 * DAY_MS), kind: "incident", notice_id: "incident0001" },
        ...{ message_id: "message00001", written_at: ago(2 * DAY_MS), former: "{}" },
      }),
    ],
  },
  {
    ...{ task: "oldAuditEntries", reason: "the hour begins", at: atHour, done: isGone("audit_entries") },
    sql: [
      insert("audit_entries", {
        ...{
          at: ago(1000 * DAY_MS),
          actor: "schedule",
          actor_name: "",
          kind: "maintenance",
          action: "changed",
        },
        ...{ item_id: "maintenance1", item_name: "Moving house", request_id: "", before: "{}", after: "{}" },
      }),
    ],
  },
  {
    ...{ task: "migrations", reason: "the hour begins", at: atHour, logs: /later\.sql/ },
    sql: [insert("d1_migrations", { name: "9999_later.sql" })],
  },
];

test.for(cases)("$task: $reason", async ({ sql, at = noon, done, wakes, logs }) => {
  await daymark.setClock(noon);
  await daymark.fetch("/api/health", { headers: { "x-test-hold-queues": "on" } });
  await daymark.db.exec(lastRun(isoTime(at)));
  for (const statement of sql) await daymark.db.exec(statement);
  await daymark.runCron(isoTime(at));
  const { sent } = (await (await daymark.fetch("/x-test-queues")).json()) as QueueReport;
  if (wakes !== undefined) expect(sent.map(({ binding }) => binding)).toEqual([wakes]);
  if (done !== undefined) expect(await daymark.db.prepare(done).raw()).toEqual([[1]]);
  if (logs) expect(daymark.logs).toContainEqual(expect.stringMatching(logs));
});

test("each task of the cron has its reasons in this table", () => {
  expect([...new Set(cases.map(({ task }) => task))]).toEqual(Object.keys(tasks));
});
