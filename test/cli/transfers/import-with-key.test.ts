import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { makeApiKey, type makeIncident } from "../../support/factories/factories.ts";
import {
  sourceComponent,
  sourceIncident,
  sourceMetric,
  sourceMetricsProvider,
  sourceSubscriber,
  sourceTemplate,
  startStatuspage,
} from "../../support/fakes/statuspage.ts";
import { openTerminal, type Terminal } from "../../support/starters/command-line.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let target: Daymark;
let terminal: Terminal;
let statuspage: Awaited<ReturnType<typeof startStatuspage>>;
beforeAll(async () => {
  [statuspage, target] = await Promise.all([startStatuspage({ key: "statuspage-key" }), startDaymark()]);
  terminal = await openTerminal({
    DAYMARK_URL: target.url,
    DAYMARK_KEY: await makeApiKey(target, { scopes: ["archive"] }),
    DAYMARK_BACKOFF_SECONDS: "0.01",
    STATUSPAGE_API_URL: statuspage.url,
    STATUSPAGE_API_KEY: "statuspage-key",
  });
});
afterAll(async () => {
  await terminal?.remove();
  await Promise.all([target?.stop(), statuspage?.stop()]);
});
afterEach(async () => {
  expect(await target.mails()).toEqual([]);
  expect(target.logs.join("\n")).not.toMatch(/@|%40/);
  const tables = ["archive_restores", "settings", "subscribers", "notices", "components", "component_groups"];
  await target.db.batch(
    [...tables, "metrics", "templates"].map((table) => target.db.prepare(`DELETE FROM ${table}`)),
  );
});

/** No output has an address. */
async function importAll(...more: string[]) {
  const output = await terminal.run(["import", statuspage.url, "--all", ...more]);
  expect(`${output.stdout}${output.stderr}`).not.toMatch(/@|%40/);
  return output;
}

const count = (table: string) => target.db.prepare(`SELECT count(*) AS n FROM ${table}`).first<number>("n");

interface StoredSubscriber {
  subscriber_id: string;
  email_address: string;
  everything: number;
  components: string;
  groups: string;
}

async function subscribersOf({ db }: Daymark): Promise<StoredSubscriber[]> {
  const { results } = await db
    .prepare(
      `SELECT subscriber_id, email_address, everything,
        (SELECT group_concat(component_id) FROM subscriber_components AS c WHERE c.subscriber_id = s.subscriber_id) AS components,
        (SELECT group_concat(group_id) FROM subscriber_groups AS g WHERE g.subscriber_id = s.subscriber_id) AS groups
      FROM subscribers AS s ORDER BY subscriber_id`,
    )
    .all<StoredSubscriber>();
  return results;
}

const platform = sourceComponent({ id: "grp000000001", name: "Platform", group: true });
const api = sourceComponent({ group_id: "grp000000001" });
const site = sourceComponent({ id: "cmp000000002", name: "Site" });
const id = (kind: string, index: number) => `${kind}${String(index).padStart(12 - kind.length, "0")}`;

test("with a key, an import has templates, metrics and who confirmed to get email, and a second one changes nothing", async () => {
  statuspage.serve({
    components: [platform, api, site],
    templates: [sourceTemplate({ components: [api] })],
    metrics: [sourceMetric()],
    subscribers: [
      sourceSubscriber(),
      sourceSubscriber({
        id: "sub000000002",
        email: "Bob@Example.com",
        components: ["cmp000000002", "cmpdeleted01", "grp000000001"],
      }),
    ],
  });
  const { code, stdout } = await importAll();
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringContaining("  1 template, 1 metric and 2 email subscribers\n"),
  });
  expect(stdout).toContain("no points of metrics, which the API of Statuspage doesn't tell");
  expect(await answer(target.administrator.templates.$get({ query: {} }))).toMatchObject([
    {
      templateID: "tpl000000001",
      name: "Outage",
      kind: "incident",
      status: "Investigating",
      title: "API is down",
      message: "We are looking.",
      components: [{ componentID: "cmp000000001", status: "Degraded Performance" }],
    },
  ]);
  expect(await answer(target.administrator.metrics.$get({ query: {} }))).toMatchObject([
    {
      metricID: "met000000001",
      type: "Self",
      title: "Latency",
      status: "Visible",
      unit: "ms",
      description: "Of the API",
      decimalPlaces: 1,
      createdAt: "2024-02-03T11:05:06.789Z",
    },
  ]);
  expect(await subscribersOf(target)).toEqual([
    {
      subscriber_id: "sub000000001",
      email_address: "ann@example.com",
      everything: 1,
      components: null,
      groups: null,
    },
    {
      subscriber_id: "sub000000002",
      email_address: "Bob@example.com",
      everything: 0,
      components: "cmp000000002",
      groups: "grp000000001",
    },
  ]);
  const consent = await target.db.prepare("SELECT DISTINCT state, confirmed_at FROM subscribers").all();
  expect(consent.results).toEqual([{ state: "confirmed", confirmed_at: "2025-04-03T02:01:00.000Z" }]);
  const settings = await answer(target.administrator.settings.$get());
  expect(settings.emailNotification.enable).toBe(false);
  expect(await importAll()).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("Nothing was changed."),
  });
});

test("of subscribers, only addresses of those who can be imported are read, and a dry run counts all others", async () => {
  const others = ["sms", "webhook", "slack", "teams"].map((mode, index) =>
    sourceSubscriber({ id: id("oth", index), mode, email: null }),
  );
  statuspage.serve({
    components: [api],
    subscribers: [
      sourceSubscriber(),
      sourceSubscriber({ id: "sub000000002", email: "bob@example.com", unconfirmed: true }),
      sourceSubscriber({
        id: "sub000000003",
        email: "cid@example.com",
        quarantined_at: "2026-01-01T00:00:00Z",
      }),
      ...others,
    ],
  });
  const { code, stdout } = await importAll("--dry-run");
  expect({ code, lines: stdout.split("\n") }).toEqual({
    code: 0,
    lines: expect.arrayContaining([
      "  0 templates, 0 metrics and 1 email subscriber",
      "  1 email subscriber who has not confirmed is left out.",
      "  1 email subscriber whom Statuspage can't reach is left out.",
      "  1 subscriber by SMS is left out: Daymark sends none.",
      "  3 webhooks and chat channels of subscribers are left out: they have to be confirmed here.",
    ]),
  });
  const lists = statuspage.requests().filter((path) => path.includes("/subscribers?"));
  expect(lists).toEqual([expect.stringContaining("/subscribers?type=email&state=active&")]);
  expect(await count("subscribers")).toBe(0);
  expect(JSON.parse((await importAll("--dry-run", "--json")).stdout)).toMatchObject({
    rows: { subscribers: 1 },
  });
});

test("a subscriber whose consent isn't certain is left out and counted", async () => {
  const anna = sourceSubscriber();
  statuspage.serve({ components: [api] });
  statuspage.replace("subscribers", [
    anna,
    anna,
    sourceSubscriber({ id: "sub000000002", email: "ANN@example.com" }),
    sourceSubscriber({ id: "sub000000003", email: "b***@example.com" }),
    sourceSubscriber({ id: "sub000000004", email: "jürgen@example.com" }),
    sourceSubscriber({ id: "sub000000005", email: ["c@example.com"] }),
    sourceSubscriber({ id: "sub000000006", email: `${"d".repeat(300_000)}@example.com` }),
    sourceSubscriber({ id: "sub000000007", email: "e@example.com", created_at: null }),
    sourceSubscriber({ id: null, email: "f@example.com" }),
    sourceSubscriber({ id: "sub000000009", email: "g@example.com", components: ["cmpdeleted01"] }),
    sourceSubscriber({ id: "sub000000010", email: "h@example.com", components: "cmp000000001" }),
    sourceSubscriber({ id: "sub000000011", email: "i@example.com", mode: "webhook" }),
    sourceSubscriber({ id: "sub000000012", email: "j@example.com", endpoint: "https://example.com/hook" }),
    sourceSubscriber({ id: "sub000000013", email: "k@example.com", quarantined_at: "2026-01-01T00:00:00Z" }),
    sourceSubscriber({ id: "sub000000014", email: "l@example.com", page_access_user_id: "usr000000001" }),
    sourceSubscriber({ id: "Nr. 15", email: "m@münchen.example", components: [{ id: "cmp000000001" }] }),
    ...[null, 1, [], {}],
  ]);
  statuspage.replace("subscribers/histogram_by_state", {
    email: { unconfirmed: "5" },
    sms: null,
    slack: { total: -1 },
  });
  const { code, stdout } = await importAll();
  expect({ code, lines: stdout.split("\n").filter((line) => line.includes("subscriber")) }).toEqual({
    code: 0,
    lines: [
      "  0 templates, 0 metrics and 2 email subscribers",
      "  3 subscribers in the list of email subscribers are left out, because email to them isn't confirmed.",
      "  1 email subscriber who signs in to see the page is left out.",
      "  7 email subscribers are left out, because the address is hidden or can't get email, or the time of the subscription is unknown.",
      "  2 email subscribers of components that no longer exist are left out.",
      "  1 email subscriber with the address of another is left out.",
    ],
  });
  expect((await subscribersOf(target)).map(({ email_address }) => email_address).sort()).toEqual([
    "ann@example.com",
    "m@xn--mnchen-3ya.example",
  ]);
});

test("a template keeps its kind, and braces in it stay text", async () => {
  statuspage.serve({
    components: [platform, api, site],
    templates: [
      sourceTemplate({ body: "Dear {{customer}}, \\{{service}} {{ is down." }),
      sourceTemplate({
        id: "tpl000000002",
        name: "OUTAGE",
        update_status: "resolved",
        components: [api, api],
      }),
      sourceTemplate({
        id: "tpl000000003",
        name: "Disks",
        update_status: "in_progress",
        components: [site, platform],
      }),
      sourceTemplate({ id: "tpl000000004", name: "Any", update_status: null, group_id: "tgr000000001" }),
      sourceTemplate({ id: "tpl000000005", name: "Odd", update_status: "on_fire" }),
      sourceTemplate({ id: "5", name: "x".repeat(300), title: {}, body: 7, components: "none" }),
      sourceTemplate({ id: "tpl000000006", name: "x".repeat(300), title: "y".repeat(300) }),
      ...[null, {}],
    ],
  });
  const { code, stdout } = await importAll();
  expect(code).toBe(0);
  for (const note of [
    "2 templates with the name of another have a number after it.",
    "1 status of templates is unknown here: it leaves the status open.",
    "2 templates name components without a status:",
    "The groups of 1 template: here, templates have none.",
    "3 texts are longer than Daymark allows, and are cut.",
  ])
    expect(stdout).toContain(`  ${note}`);
  const templates = await answer(target.administrator.templates.$get({ query: {} }));
  const byName = Object.fromEntries(templates.map((each) => [each.name, each]));
  const long = "x".repeat(95);
  expect(Object.keys(byName)).toEqual(
    ["Any", "Disks", "Odd", "Outage", "OUTAGE (2)", "Template", `${long} (2)`, `${long}xxxx…`].map((name) =>
      name === `${long} (2)` ? `${long}… (2)` : name,
    ),
  );
  expect(byName["OUTAGE (2)"]).toMatchObject({
    kind: "incident",
    status: "Resolved",
    components: [{ componentID: "cmp000000001", status: "Operational" }],
  });
  expect(byName.Disks).toMatchObject({
    kind: "maintenance",
    status: "In Progress",
    components: [{ componentID: "cmp000000002", status: "Under Maintenance" }],
  });
  expect(byName.Any).toMatchObject({ kind: "incident", status: null });
  const json = { templateID: "tpl000000001" } as Parameters<typeof makeIncident>[1];
  const { message } = await answer(
    target.administrator.incidents.$post({ json: json as { templateID: string } }),
  );
  expect(message).toBe("Dear {{customer}}, \\{{service}} {{ is down.");
});

test("all pages of each list are read, and what exceeds an installation is left out", async () => {
  const list = <T>(length: number, make: (index: number) => T) =>
    Array.from({ length }, (_, index) => make(index));
  statuspage.serve({
    components: [api],
    templates: list(130, (index) => sourceTemplate({ id: id("tpl", index), name: `Outage ${index}` })),
    metrics: list(530, (index) => sourceMetric({ id: id("met", index), name: `Latency ${index}` })),
    subscribers: list(230, (index) =>
      sourceSubscriber({ id: id("sub", index), email: `reader-${index}@example.com` }),
    ),
  });
  const { code, stdout } = await importAll();
  expect(code).toBe(0);
  expect(stdout).toContain("  100 templates, 500 metrics and 230 email subscribers\n");
  expect(stdout).toContain("30 templates more than the 100 that an installation can have are left out.");
  expect(stdout).toContain("30 metrics more than the 500 that an installation can have are left out.");
  expect([await count("templates"), await count("metrics"), await count("subscribers")]).toEqual([
    100, 500, 230,
  ]);
});

test("a metric that Statuspage collected or that has other limits becomes the nearest that Daymark knows", async () => {
  statuspage.serve({
    components: [api],
    metricsProviders: [
      sourceMetricsProvider(),
      sourceMetricsProvider({ id: "prv000000002", type: "Datadog" }),
    ],
    metrics: [
      sourceMetric({ metrics_provider_id: "prv000000002", display: false, decimal_places: 9, suffix: null }),
      sourceMetric({ id: "met000000002", name: "", decimal_places: -1, suffix: "requests per fortnight" }),
      sourceMetric({
        id: 3,
        name: [],
        display: "yes",
        decimal_places: 1.5,
        tooltip_description: "x".repeat(2000),
      }),
      ...[null, {}],
    ],
  });
  const { code, stdout } = await importAll();
  expect(code).toBe(0);
  for (const note of [
    "1 metric that Statuspage collected from a monitoring service waits here for points from a script.",
    "1 metric with more than 4 decimal places shows 4.",
    "2 texts are longer than Daymark allows, and are cut.",
    "3 names are missing or blank, and are replaced.",
  ])
    expect(stdout).toContain(`  ${note}`);
  expect(await answer(target.administrator.metrics.$get({ query: {} }))).toMatchObject([
    { metricID: "met000000001", status: "Hidden", decimalPlaces: 4, unit: "" },
    {
      metricID: "met000000002",
      title: "Metric",
      status: "Visible",
      decimalPlaces: 0,
      unit: "requests per fortni…",
    },
    { title: "Metric", status: "Hidden", decimalPlaces: 0, description: `${"x".repeat(999)}…` },
    { title: "Metric", status: "Hidden" },
  ]);
  const submitted = await target.fetch("/api/v0/metrics/data", {
    method: "POST",
    headers: { "x-api-key": await makeApiKey(target) },
    body: JSON.stringify({ met000000001: [{ timestamp: new Date().toISOString(), value: 5 }] }),
  });
  expect(submitted.status).toBe(200);
});

test("an import waits while the rate limit is reached, and gives up after a minute", async () => {
  const content = { components: [api], subscribers: [sourceSubscriber()] };
  for (const status of [420, 429, 503]) {
    statuspage.serve(content);
    statuspage.refuse("/subscribers?", status, 3);
    const { code, stderr } = await importAll("--dry-run");
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringContaining(`is busy (status ${status}).`),
    });
    expect(stderr.match(/Trying again in/g)).toHaveLength(3);
  }
  statuspage.serve(content);
  statuspage.refuse("/metrics", 429, 100);
  expect(await importAll()).toMatchObject({
    code: 3,
    stdout: "",
    stderr: expect.stringContaining("(status 429). Nothing was imported. Try again later."),
  });
  expect([await count("components"), await count("archive_restores")]).toEqual([0, 0]);
});

const lists = ["incident_templates", "metrics", "subscribers", "incidents"];
for (const path of lists)
  test(`something else than a list of ${path} is refused with a sentence, and nothing is changed`, async () => {
    statuspage.serve({ components: [api] });
    statuspage.replace(path, { email: "ann@example.com" });
    expect(await importAll()).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(new RegExp(`/${path}\\?\\S+ isn't a list\\. Nothing was imported\\.\n$`)),
    });
    expect([await count("components"), await count("archive_restores")]).toEqual([0, 0]);
  });

test("a later import says which templates, metrics and how many subscribers the installation lacks", async () => {
  const before = { components: [api], templates: [sourceTemplate()], subscribers: [sourceSubscriber()] };
  statuspage.serve(before);
  expect((await importAll()).code).toBe(0);
  statuspage.serve({
    ...before,
    incidents: [sourceIncident()],
    templates: [sourceTemplate(), sourceTemplate({ id: "tpl000000002", name: "Disks" })],
    metrics: [sourceMetric()],
    subscribers: [sourceSubscriber(), sourceSubscriber({ id: "sub000000002", email: "bob@example.com" })],
  });
  expect(await importAll()).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(
      'It lacks "API is down", "We are looking.", "Disks", "Latency" and 1 email subscriber of http',
    ),
  });
  expect([await count("templates"), await count("subscribers")]).toEqual([1, 1]);
});
