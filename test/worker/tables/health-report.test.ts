import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import type { CheckName } from "../../../worker/health/domain.ts";
import type { HealthReport } from "../../../worker/health/schema.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../../worker/shared/time/domain.ts";
import { makeApiKey, makeMetric, makeTeamChannel } from "../../support/factories/factories.ts";
import { fillTables } from "../../support/factories/filled-tables.ts";
import { oidcClientID, startFakeIssuer } from "../../support/fakes/fake-issuer.ts";
import { startTokenIssuer, type TokenIssuer } from "../../support/fakes/fake-token-issuer.ts";
import { plantMarkers } from "../../support/readers/private-markers.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let pool: TokenIssuer;
let daymark: Daymark;
let key: string | undefined;
beforeAll(async () => {
  pool = await startTokenIssuer();
  daymark = await startDaymark({ pool, countsRows: true });
});
beforeEach(async () => {
  await daymark.reset();
  key = undefined;
  await daymark.runCron(minutesAgo(0));
});
afterAll(async () => {
  await daymark.stop();
  await pool.stop();
});

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS).toISOString();

async function readReport(headers: Record<string, string> = {}, from = daymark): Promise<HealthReport> {
  const response = await from.fetch("/api/health/deep", {
    headers: { Authorization: await from.token(), ...headers },
  });
  expect(response.status).toBe(200);
  return (await response.json()) as HealthReport;
}

async function readCheck(name: CheckName, headers: Record<string, string> = {}, from = daymark) {
  const { checks } = await readReport(headers, from);
  const check = checks.find((check) => check.name === name);
  // Each check that found something says how to fix it.
  expect(check?.fix === undefined).toBe(check?.status === "ok");
  return check;
}

/** Reads with a key, which is valid whatever the time is. */
async function readCheckAt(name: CheckName, offsetMs: number) {
  key ??= await makeApiKey(daymark);
  const headers = { "x-api-key": key, "x-test-now": new Date(Date.now() + offsetMs).toISOString() };
  const response = await daymark.fetch("/api/v0/health/deep", { headers });
  expect(response.status).toBe(200);
  const { checks } = (await response.json()) as HealthReport;
  return checks.find((check) => check.name === name);
}

const isOk = { status: "ok" };
const turnMailOn = () =>
  answer(
    daymark.administrator.settings.$patch({
      json: { emailNotification: { enable: true, sourceEmailAddress: "status@example.com" } },
    }),
  );
const run = (sql: string, ...values: unknown[]) =>
  daymark.db
    .prepare(sql)
    .bind(...values)
    .run();

const addWebhook = (subscriberID: string) =>
  run(
    `INSERT INTO subscribers (subscriber_id, email_address, address_key, channel, state, everything, created_at)
      VALUES (?1, '', ?1, 'webhook', 'confirmed', 1, ?2)`,
    subscriberID,
    minutesAgo(60),
  );

test("every check of an installation without faults is ok", async () => {
  const { status, checks } = await readReport();
  expect(checks.filter((check) => check.status !== "ok")).toEqual([]);
  expect(status).toBe("ok");
  expect(checks.map(({ name }) => name)).toEqual([
    ...[
      "database",
      "migrations",
      "files",
      "clock",
      "configuration",
      "cron",
      "queues",
      "metrics",
      "alerts",
      "emails",
    ],
    ...["webhooks and chat", "nightly export", "restore", "sign-in", "version"],
  ]);
});

test("only administrators and keys of the scope `all` get the report", async () => {
  expect((await daymark.fetch("/api/health/deep")).status).toBe(401);
  const statusWith = async (key: string) =>
    (await daymark.fetch("/api/v0/health/deep", { headers: { "x-api-key": key } })).status;
  expect(await statusWith(await makeApiKey(daymark))).toBe(200);
  expect(await statusWith(await makeApiKey(daymark, { scopes: ["read", "notices", "archive"] }))).toBe(403);
});

test("the report names missing migrations, and visitors are still served", async () => {
  await run("DELETE FROM d1_migrations WHERE name LIKE '0000%'");
  const check = await readCheck("migrations");
  expect(check).toMatchObject({ status: "error", fix: expect.stringContaining("npm run deploy") });
  expect(check?.message).toMatch(/^The database is behind: it is missing 0000_\w+\.sql\.$/);
  expect((await daymark.fetch("/")).status).toBe(200);
});

test("the report names migrations that the Worker doesn't know", async () => {
  await run("INSERT INTO d1_migrations (name) VALUES ('9999_of_a_later_version.sql')");
  expect(await readCheck("migrations")).toMatchObject({
    status: "warning",
    message: expect.stringContaining("up to 9999_of_a_later_version.sql"),
  });
});

test("a database without the newest tables is reported, not a failure", async () => {
  await run("DROP TABLE cron_runs");
  expect(await readCheck("cron")).toMatchObject({
    status: "error",
    message: expect.stringContaining("lacks"),
  });
  expect(await readCheck("database")).toMatchObject(isOk);
});

test("the cron is ok, late, stopped or has never run", async () => {
  const setRun = (minutes: number) => run("UPDATE cron_runs SET last_run_at = ?", minutesAgo(minutes));
  await setRun(11);
  expect(await readCheck("cron")).toMatchObject(isOk);
  await setRun(17);
  expect(await readCheck("cron")).toMatchObject({
    status: "warning",
    message: expect.stringContaining("last ran 17 minutes ago"),
  });
  await setRun(3 * 60);
  expect(await readCheck("cron")).toMatchObject({
    status: "error",
    message: expect.stringContaining("3 hours"),
  });
  await run("DELETE FROM cron_runs");
  expect(await readCheck("cron")).toMatchObject({ status: "error", message: "The cron has never run." });
});

test("the cron records its run every ten minutes, also after a clock was ahead", async () => {
  const recorded = () => daymark.db.prepare("SELECT last_run_at FROM cron_runs").first("last_run_at");
  const at = (minute: number) => new Date(Date.UTC(2030, 0, 1, 12, minute)).toISOString();
  await run("UPDATE cron_runs SET last_run_at = ?", at(0));
  for (let minute = 1; minute < 10; minute += 1) await daymark.runCron(at(minute));
  expect(await recorded()).toBe(at(0));
  await daymark.runCron(at(10));
  expect(await recorded()).toBe(at(10));
  await run("UPDATE cron_runs SET last_run_at = '2099-01-01T00:00:00.000Z'");
  await daymark.runCron(at(11));
  expect(await recorded()).toBe(at(11));
});

test("the cron records its run while an archive is being restored", async () => {
  await run("DELETE FROM cron_runs");
  await run(
    "INSERT INTO archive_restores (id, archive_id, row_counts, part, started_at, updated_at) VALUES (1, '', '{}', 'settings', ?1, ?1)",
    minutesAgo(1),
  );
  await daymark.runCron(minutesAgo(0));
  expect(await readCheck("cron")).toMatchObject(isOk);
});

test("a Worker's clock that differs from the database's is reported", async () => {
  const readClock = (offsetMs: number) => readCheckAt("clock", offsetMs);
  expect(await readClock(20 * SECOND_MS)).toMatchObject({ status: "warning" });
  expect(await readClock(10 * MINUTE_MS)).toMatchObject({
    status: "error",
    message: expect.stringMatching(/ahead of the database's/),
  });
  expect(await readClock(-10 * MINUTE_MS)).toMatchObject({
    status: "error",
    message: expect.stringMatching(/behind the database's/),
  });
});

test("without D1 and R2, the report says so", async () => {
  const { status, checks } = await readReport({ "x-test-break-d1": "all", "x-test-break-r2": "all" });
  expect(status).toBe("error");
  const failing = checks.filter((check) => check.status === "error").map(({ name }) => name);
  expect(failing).toEqual(
    expect.arrayContaining(["database", "migrations", "files", "cron", "metrics", "emails"]),
  );
  expect(checks.find(({ name }) => name === "sign-in")).toMatchObject(isOk);
});

test("a D1 that never responds doesn't keep the report from responding", async () => {
  expect(await readCheck("database", { "x-test-break-d1": "hang" })).toMatchObject({ status: "error" });
});

test("messages that wait in a queue for long are reported", async () => {
  await daymark.fetch("/api/health", { headers: { "x-test-hold-queues": "on" } });
  const { metricID } = await makeMetric(daymark, { type: "Self" });
  key = await makeApiKey(daymark);
  const points = { [metricID]: [{ timestamp: minutesAgo(1), value: 1 }] };
  const sent = await daymark.fetch("/api/v0/metrics/data", {
    method: "POST",
    headers: { "x-api-key": key },
    body: JSON.stringify(points),
  });
  expect(sent.status).toBe(200);
  expect(await readCheck("queues")).toMatchObject({
    ...isOk,
    message: expect.stringContaining("1 in DATAPOINTS"),
  });
  expect(await readCheckAt("queues", 20 * MINUTE_MS)).toMatchObject({
    status: "warning",
    message: expect.stringMatching(
      /^The queue of metric points \(DATAPOINTS\) has 1 message, the oldest for (19|20) minutes\.$/,
    ),
  });
  expect(await readCheckAt("queues", 90 * MINUTE_MS)).toMatchObject({ status: "error" });
});

test("queues that don't respond are reported", async () => {
  expect(await readCheck("queues", { "x-test-broken": "queues" })).toMatchObject({
    status: "warning",
    message: expect.stringContaining("DATAPOINTS, BACKLOG, COLLECTION, MAIL, TEAM, CHAT, ENDPOINTS"),
  });
});

test("late emails and an error of the email service are reported, without the address in it", async () => {
  await run(
    "INSERT INTO messages (message_id, kind, created_at) VALUES ('message', 'confirmation', ?)",
    minutesAgo(30),
  );
  await run(
    "INSERT INTO deliveries (message_id, next_at, lane) VALUES ('message', ?, 'CONFIRMATIONS')",
    minutesAgo(30),
  );
  expect(await readCheck("emails")).toMatchObject({ ...isOk, message: expect.stringContaining("off") });
  await turnMailOn();
  await run("UPDATE deliveries SET state = 'waiting', next_at = ?", minutesAgo(30));
  expect(await readCheck("emails")).toMatchObject({
    status: "warning",
    message: "Emails are late: 1 waits, the first for 30 minutes.",
  });
  await run("UPDATE deliveries SET next_at = ?", minutesAgo(-5));
  expect(await readCheck("emails")).toMatchObject(isOk);
  await run("UPDATE deliveries SET error = 'Email address is not verified: status@example.com.'");
  const check = await readCheck("emails");
  expect(check).toMatchObject({ status: "error", message: expect.stringContaining("(an address)") });
  expect(JSON.stringify(check)).not.toContain("@");
  await run("DELETE FROM deliveries");
  await run(
    "INSERT OR REPLACE INTO lanes (lane, paused_until) VALUES ('MAIL', '2999-01-01T00:00:00.000Z'), ('CONFIRMATIONS', '2999-01-01T00:00:00.000Z')",
  );
  expect(await readCheck("emails")).toMatchObject({
    status: "warning",
    message: expect.stringContaining("2999"),
  });
});

test("late chunks of emails are reported", async () => {
  await turnMailOn();
  await run(
    "INSERT INTO messages (message_id, kind, created_at) VALUES ('post', 'incident', ?)",
    minutesAgo(90),
  );
  await run(
    "INSERT INTO message_lanes (message_id, lane, due_at) VALUES ('post', 'MAIL', ?)",
    minutesAgo(90),
  );
  expect(await readCheck("emails")).toMatchObject({
    status: "error",
    message: expect.stringContaining("90 minutes"),
  });
});

test("confirmation emails that bounce are reported", async () => {
  await turnMailOn();
  for (let at = 0; at < 20; at += 1) {
    const messageID = `message-${at}`;
    await run(
      "INSERT INTO messages (message_id, kind, created_at) VALUES (?, 'confirmation', ?)",
      messageID,
      minutesAgo(1),
    );
    await run(
      "INSERT INTO deliveries (message_id, next_at, lane, state, service_id) VALUES (?1, '', 'CONFIRMATIONS', 'failed', ?1)",
      messageID,
    );
  }
  expect(await readCheck("emails")).toMatchObject({
    status: "warning",
    message: expect.stringContaining("20 of the last 20 confirmation emails bounced"),
  });
});

test("a nightly export that is old or was never completed is reported", async () => {
  const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const messageOf = async () => {
    const check = await readCheck("nightly export");
    return `${check?.status}: ${check?.message}`;
  };
  const store = (day: string, finishedAt: string) =>
    run("INSERT OR REPLACE INTO nightly_exports (id, day, finished_at) VALUES (1, ?, ?)", day, finishedAt);
  await run("DELETE FROM nightly_exports"); // At night the cron has already begun one.
  expect(await messageOf()).toBe("ok: The first nightly export is still to come.");
  await store(dayBefore(1), `${dayBefore(1)}T01:01:00.000Z`);
  expect(await messageOf()).toBe(`ok: The last nightly export is that of ${dayBefore(1)}.`);
  await store(dayBefore(3), `${dayBefore(3)}T01:01:00.000Z`);
  expect(await messageOf()).toBe(`warning: The last nightly export is that of ${dayBefore(3)}.`);
  await store(dayBefore(2), "");
  expect(await messageOf()).toBe(
    `warning: The last nightly export is that of ${dayBefore(2)}, and it was not completed.`,
  );
  await run("INSERT OR REPLACE INTO settings (id, nightly_exports_kept) VALUES (1, 0)");
  expect(await messageOf()).toBe("ok: Nightly exports are turned off in Settings.");
});

test("an unfinished restore is reported, with the time until which it blocks changes", async () => {
  const store = (minutes: number, finishedAt: string) =>
    run(
      `INSERT OR REPLACE INTO archive_restores (id, archive_id, row_counts, part, position, started_at, updated_at, finished_at)
        VALUES (1, 'archive', '{}', 'notices', 200, ?1, ?1, ?2)`,
      minutesAgo(minutes),
      finishedAt,
    );
  await store(1, minutesAgo(0));
  expect(await readCheck("restore")).toMatchObject(isOk);
  await store(1, "");
  expect(await readCheck("restore")).toMatchObject({
    status: "warning",
    message: expect.stringMatching(/row 200 of notices comes next. Nothing else can be changed until 20/),
    fix: expect.stringContaining("daymark restore --cancel"),
  });
  await store(61, "");
  expect(await readCheck("restore")).toMatchObject({
    status: "warning",
    message: expect.stringContaining("The next change of the page ends it."),
  });
});

test("late and stopped deliveries to webhooks and chat are reported", async () => {
  await addWebhook("hook");
  await run("INSERT INTO endpoints (subscriber_id, address) VALUES ('hook', '')");
  await run(
    "INSERT INTO messages (message_id, kind, created_at) VALUES ('late', 'incident', ?)",
    minutesAgo(30),
  );
  await run(
    "INSERT INTO deliveries (message_id, subscriber_id, channel, lane, next_at) VALUES ('late', 'hook', 'webhook', 'ENDPOINTS', ?)",
    minutesAgo(30),
  );
  expect(await readCheck("webhooks and chat")).toMatchObject({
    status: "warning",
    message: expect.stringContaining("the first for 30 minutes"),
  });
  await run("DELETE FROM deliveries");
  await run("UPDATE endpoints SET resting_since = ?", minutesAgo(60));
  expect(await readCheck("webhooks and chat")).toMatchObject({
    status: "warning",
    message: expect.stringContaining("gets nothing anymore"),
  });
});

test("metrics that fail or are late are reported, and so are past days that wait", async () => {
  const { metricID } = await makeMetric(daymark, {
    type: "CloudWatch",
    props: {
      Region: "eu-west-1",
      Namespace: "AWS/EC2",
      MetricName: "CPUUtilization",
      Dimensions: [],
      Statistics: "Average",
    },
  });
  const waiting = await readCheck("metrics");
  expect(waiting).toMatchObject({
    ...isOk,
    message: expect.stringMatching(
      /^The collected metric is up to date\. \d+ past days are still to be fetched/,
    ),
  });
  await run("UPDATE metrics SET collected_until = ? WHERE metric_id = ?", minutesAgo(120), metricID);
  expect(await readCheck("metrics")).toMatchObject({
    status: "error",
    message: expect.stringContaining("no points of the last 2 hours"),
  });
  await run("UPDATE metrics SET collection_error = 'No.' WHERE metric_id = ?", metricID);
  expect(await readCheck("metrics")).toMatchObject({
    status: "warning",
    message: "A metric can't be collected.",
  });
});

test("silent sources and heartbeats, and refused messages of sources, are reported", async () => {
  const sendTo = async (source: string, apiKey: string, body: string, offsetMs = 0) => {
    const now = new Date(Date.now() + offsetMs).toISOString();
    const headers = { "x-api-key": apiKey, "x-test-now": now };
    return (await daymark.fetch(`/api/v0/alerts/${source}`, { method: "POST", headers, body })).status;
  };
  const alerts = await makeApiKey(daymark, { scopes: ["alerts"] });
  expect(await sendTo("generic", "K".repeat(40), "{}")).toBe(401);
  expect(await sendTo("nothing", "K".repeat(40), "{}")).toBe(401);
  // A stranger can't change the status.
  await expect
    .poll(() => readCheck("alerts"))
    .toMatchObject({
      ...isOk,
      message: expect.stringMatching(
        /^No source .* missing\. A message to Your own script with an unknown key or none was refused, \d seconds? ago\.$/,
      ),
    });
  expect(await sendTo("uptime-kuma", await makeApiKey(daymark, { scopes: ["read"] }), "{}")).toBe(403);
  expect(await sendTo("events", alerts, "{}")).toBe(400);
  expect(await sendTo("events", alerts, "no JSON")).toBe(400);
  expect(await sendTo("events", alerts, "{}", 2 * MINUTE_MS)).toBe(400);
  const messageOf = async () => (await readCheck("alerts"))?.message;
  await expect
    .poll(messageOf)
    .toContain("3 messages to Events (PagerDuty's format) that can't be read were refused");
  expect(await messageOf()).toContain(
    "A message to Uptime Kuma with a key that has expired or has another scope",
  );
  const later = await readCheckAt("alerts", 2 * DAY_MS);
  expect(later).toMatchObject({ ...isOk, message: expect.not.stringContaining("refused") });

  const add = (source: string | null) =>
    run(
      `INSERT INTO heartbeats (heartbeat_id, name, period_minutes, grace_minutes, secret, last_beat_at, created_at, updated_at, source)
        VALUES (hex(randomblob(6)), 'A', 1, 0, hex(randomblob(12)), ?1, ?1, ?1, ?2)`,
      minutesAgo(180),
      source,
    );
  await add("alertmanager");
  await add(null);
  expect(await readCheckAt("alerts", 2 * DAY_MS)).toMatchObject({
    status: "warning",
    message: "Alertmanager or Grafana is silent: its last message came 2 days ago. A heartbeat is missing.",
  });
});

test("counts in messages are singular or plural", async () => {
  const messageOf = async (name: "emails" | "metrics" | "webhooks and chat") =>
    (await readCheck(name))?.message;
  const props = { Region: "eu-west-1", Namespace: "AWS/EC2", MetricName: "CPU", Dimensions: [] };
  const addMetric = async (collectionError: string) => {
    const json = { type: "CloudWatch", props: { ...props, Statistics: "Average" } } as const;
    const { metricID } = await makeMetric(daymark, json);
    await run("UPDATE metrics SET collection_error = ? WHERE metric_id = ?", collectionError, metricID);
  };
  await addMetric("No.");
  await addMetric("");
  expect(await messageOf("metrics")).toBe("1 of 2 metrics can't be collected.");
  await run("UPDATE metrics SET collection_error = 'No.'");
  expect(await messageOf("metrics")).toBe("2 of 2 metrics can't be collected.");
  await run("UPDATE metrics SET collection_error = ''");
  await run("DELETE FROM metric_backfills WHERE rowid > (SELECT min(rowid) FROM metric_backfills)");
  expect(await messageOf("metrics")).toBe(
    "All 2 collected metrics are up to date. 1 past day is still to be fetched.",
  );

  await turnMailOn();
  const addEmail = async (messageID: string) => {
    await run(
      "INSERT INTO messages (message_id, kind, created_at) VALUES (?, 'confirmation', ?)",
      messageID,
      minutesAgo(30),
    );
    await run(
      "INSERT INTO deliveries (message_id, next_at, lane, state) VALUES (?, ?, 'CONFIRMATIONS', 'waiting')",
      messageID,
      minutesAgo(30),
    );
  };
  await addEmail("first");
  expect(await messageOf("emails")).toBe("Emails are late: 1 waits, the first for 30 minutes.");
  await addEmail("second");
  expect(await messageOf("emails")).toBe("Emails are late: 2 wait, the first for 30 minutes.");

  const addPausedWebhook = async (subscriberID: string) => {
    await addWebhook(subscriberID);
    await run(
      "INSERT INTO endpoints (subscriber_id, address, resting_since) VALUES (?, '', ?)",
      subscriberID,
      minutesAgo(60),
    );
  };
  await addPausedWebhook("one");
  expect(await messageOf("webhooks and chat")).toContain("A webhook or chat gets nothing anymore");
  expect(await messageOf("webhooks and chat")).toContain("deliveries to it failed");
  await addPausedWebhook("two");
  expect(await messageOf("webhooks and chat")).toContain("2 webhooks and chats get nothing anymore");
  expect(await messageOf("webhooks and chat")).toContain("deliveries to them failed");
});

/** Starts a Daymark that has not asked the user pool yet. */
async function startFresh(): Promise<Daymark> {
  const fresh = await startDaymark({ pool });
  onTestFinished(() => fresh.stop());
  return fresh;
}

test("a user pool without keys, or that lets strangers sign up, is reported", async () => {
  const { keySetResponse, signUp } = pool;
  const fresh = await startFresh();
  onTestFinished(() => {
    keySetResponse.state = "valid";
    signUp.state = "refused";
  });
  await readReport({}, fresh);
  signUp.state = "broken";
  expect(await readCheck("sign-in", {}, fresh)).toMatchObject({ status: "warning" });
  signUp.state = "refused";
  keySetResponse.state = "disconnected";
  // The first request stored its keys.
  await expect.poll(() => readCheck("sign-in", {}, fresh)).toMatchObject({ status: "warning" });
  await fresh.files.delete("sign-in/key-set.json");
  expect(await readCheck("sign-in", {}, fresh)).toMatchObject({
    status: "error",
    message: "The user pool doesn't give its signing keys. Nobody can sign in with it.",
  });
});

test("an installation that nobody can sign in to is reported to a key", async () => {
  const fresh = await startFresh();
  const key = await makeApiKey(fresh);
  pool.signUp.state = "open";
  onTestFinished(() => {
    pool.signUp.state = "refused";
  });
  const response = await fresh.fetch("/api/v0/health/deep", { headers: { "x-api-key": key } });
  const { checks } = (await response.json()) as HealthReport;
  expect(checks.find(({ name }) => name === "sign-in")).toMatchObject({
    status: "error",
    message: expect.stringContaining("Anyone can sign up"),
  });
});

test("a SECRET_KEY that was changed by mistake is reported, until what it can't read is made anew", async () => {
  const changed = await startDaymark({ pool, vars: { ALLOW_PRIVATE_ADDRESSES: "true" } });
  onTestFinished(() => changed.stop());
  await makeApiKey(changed);
  await makeTeamChannel(changed);
  expect(await readCheck("configuration", {}, changed)).toMatchObject(isOk);
  await changed.deploy({ SECRET_KEY: "changed" });
  const messageOf = async () => (await readCheck("configuration", {}, changed))?.message;
  expect(await messageOf()).toBe(
    "The newest API key and the newest address of a webhook or channel can't be read with this SECRET_KEY.",
  );
  await makeApiKey(changed);
  expect(await messageOf()).toBe(
    "The newest address of a webhook or channel can't be read with this SECRET_KEY.",
  );
  await makeTeamChannel(changed);
  expect(await readCheck("configuration", {}, changed)).toMatchObject(isOk);
});

test("missing variables and secrets are named, and no value is", async () => {
  const vars = {
    SECRET_KEY: "",
    ADMIN_PAGE_URL: "",
    AWS_ACCESS_KEY_ID: "",
    AWS_SECRET_ACCESS_KEY: "",
    OIDC_ISSUER: "https://issuer.invalid",
    OIDC_CLIENT_ID: "console",
  };
  const other = await startDaymark({ pool, vars });
  onTestFinished(() => other.stop());
  expect(await readCheck("configuration", {}, other)).toMatchObject({
    status: "error",
    message: "wrangler.toml lacks ADMIN_PAGE_URL. These secrets are missing: SECRET_KEY.",
  });
  await other.db.exec("INSERT INTO settings (id, email_enabled) VALUES (1, 1)");
  expect((await readCheck("configuration", {}, other))?.message).toContain(
    "SECRET_KEY, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY.",
  );
  const signIn = await readCheck("sign-in", {}, other);
  expect(signIn).toMatchObject({ status: "error" });
  expect(signIn?.message).toContain("The identity provider doesn't give its signing keys.");
  expect(signIn?.message).toContain("OIDC_ADMINS is empty");
  expect(JSON.stringify(await readReport({}, other))).not.toContain("issuer.invalid");
});

test.for([
  [{ OIDC_CLIENT_TYPE: "confidential" }, "error", "The secret of the console's client is missing"],
  [
    { OIDC_CLIENT_SECRET: "s3cret" },
    "warning",
    "OIDC_CLIENT_SECRET is set, but the console signs in without",
  ],
  [{ OIDC_CLIENT_TYPE: "confidential", OIDC_CLIENT_SECRET: "s3cret" }, "ok", "its signing keys can be read."],
] as const)(
  "the report says whether the provider's client has what %o says",
  async ([own, status, message]) => {
    const issuer = await startFakeIssuer();
    const vars = { OIDC_ISSUER: issuer.issuer, OIDC_CLIENT_ID: oidcClientID, OIDC_ADMINS: "admins", ...own };
    const other = await startDaymark({ pool, vars });
    onTestFinished(async () => {
      await Promise.all([other.stop(), issuer.stop()]);
    });
    const check = await readCheck("sign-in", {}, other);
    expect(check).toMatchObject({ status, message: expect.stringContaining(message) });
    expect(JSON.stringify(check)).not.toContain("s3cret");
  },
);

test("the report says that the stored sign-in can't be read", async () => {
  key ??= await makeApiKey(daymark);
  await run(`INSERT INTO settings (id, sign_in) VALUES (1, '{"kind":"passkeys"}')`);
  onTestFinished(async () => {
    await run("DELETE FROM settings");
  });
  expect(await readCheckAt("sign-in", 0)).toMatchObject({
    status: "error",
    message: expect.stringContaining('set SIGN_IN="variables"'),
  });
});

test("the report of a filled database has nothing private in it, and reads few rows", async () => {
  await fillTables(daymark.db, Date.now());
  await plantMarkers(daymark.db, "private");
  await run("UPDATE settings SET email_enabled = 1");
  const response = await daymark.fetch("/api/health/deep", {
    headers: { Authorization: await daymark.token() },
  });
  const text = await response.text();
  // These are what the report is for: when the cron ran, and until when email waits.
  const shown = /privatex(cron_runsxlast_run_at|lanesxpaused_until|nightly_exportsxday)/g;
  expect(text.match(shown)).toHaveLength(3);
  expect(text.replaceAll(shown, "")).not.toContain("private");
  expect(text).not.toContain("@");
  expect(Number(response.headers.get("x-test-rows"))).toBeLessThan(200);
});

test("the cron logs once an hour that the database is behind or ahead", async () => {
  const newest = await daymark.db
    .prepare("SELECT max(name) AS name FROM d1_migrations")
    .first<string>("name");
  const hour = new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS);
  const linesOf = async (time: Date) => {
    daymark.logs.length = 0;
    await daymark.runCron(time.toISOString());
    return daymark.logs.filter((line) => line.includes("migrations"));
  };
  expect(await linesOf(hour)).toEqual([]);
  await run("INSERT INTO d1_migrations (name) VALUES ('9999_of_a_later_version.sql')");
  expect(await linesOf(hour)).toEqual([expect.stringContaining("9999_of_a_later_version.sql")]);
  expect(await linesOf(new Date(hour.getTime() + MINUTE_MS))).toEqual([]);
  await run("DELETE FROM d1_migrations WHERE name = ?", newest);
  expect(await linesOf(new Date(hour.getTime() + DAY_MS))).toEqual([
    expect.stringMatching(/"level":"error".*missing migrations/),
  ]);
});
