import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { DataPoint } from "../../worker/metrics/schema.ts";
import { isPrivateHost } from "../../worker/metrics/sources/private-address.ts";
import { DAY_MS, MINUTE_MS } from "../../worker/time/domain.ts";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { makeMetric } from "../support/factories.ts";
import { type Prometheus, startPrometheus } from "../support/prometheus.ts";

let prometheus: Prometheus;
/** Lets metrics be fetched from private addresses, and over http. */
let lenient: Daymark;
let daymark: Daymark;
beforeAll(async () => {
  prometheus = await startPrometheus();
  const vars = {
    PROMETHEUS_TOKEN: `${prometheus.url} token-of-prometheus`,
    PROMETHEUS_ELSEWHERE: "https://prometheus.example.com token-of-elsewhere",
    PROMETHEUS_OLD: "token-without-an-origin",
    PROMETHEUS_HALF: prometheus.url,
    OTHER_TOKEN: "token-of-another",
  };
  [lenient, daymark] = await Promise.all([
    startDaymark({ vars: { ...vars, ALLOW_PRIVATE_ADDRESSES: "true" } }),
    startDaymark({ vars }),
  ]);
});
afterAll(() => Promise.all([lenient.stop(), daymark.stop(), prometheus.stop()]));
beforeEach(async () => {
  for (const each of [lenient, daymark]) {
    for (const { metricID } of await answer(each.administrator.metrics.$get())) {
      await each.administrator.metrics[":metricID"].$delete({ param: { metricID } });
    }
  }
  prometheus.heal();
});

async function makeQuery(where: Daymark, props: Record<string, unknown> = {}, past = false) {
  const { metricID } = await makeMetric(where, {
    type: "Prometheus",
    status: "Visible",
    props: { URL: prometheus.url, Expression: "up", ...props },
  });
  if (!past) await where.db.exec("DELETE FROM metric_backfills");
  return metricID;
}

async function pointsOf(metricID: string, time: number): Promise<DataPoint[]> {
  const date = new Date(time);
  const path = `${date.getUTCFullYear()}/${date.getUTCMonth() + 1}/${date.getUTCDate()}`;
  return (await lenient.fetch(`/metrics/${metricID}/${path}.json`)).json() as Promise<DataPoint[]>;
}

const lately = async (metricID: string) => [
  ...(await pointsOf(metricID, Date.now() - DAY_MS)),
  ...(await pointsOf(metricID, Date.now())),
];

async function errorOf(where: Daymark, metricID: string) {
  const metrics = await answer(where.administrator.metrics.$get());
  return metrics.find((metric) => metric.metricID === metricID)?.collectionError;
}

test("a Prometheus expression is collected every minute, and its past day by day", async () => {
  const metricID = await makeQuery(
    lenient,
    { URL: `${prometheus.url}/prefix/`, Expression: "rate(a[5m])" },
    true,
  );
  const now = Date.now();
  await lenient.tick(new Date(now).toISOString());
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  await expect.poll(async () => (await pointsOf(metricID, today - 3 * DAY_MS)).length).toBe(1440);
  await expect.poll(async () => (await pointsOf(metricID, today - 20 * DAY_MS)).length).toBe(288);
  const to = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  await expect
    .poll(() => lately(metricID))
    .toContainEqual({ timestamp: new Date(to).toISOString(), value: to / MINUTE_MS });
  const recent = prometheus.calls.filter(({ query }) => Number(query.end) - Number(query.start) < 3600);
  expect(recent).toEqual([
    {
      path: "/prefix/api/v1/query_range",
      query: {
        query: "rate(a[5m])",
        start: String(to / 1000 - 14 * 60),
        end: String(to / 1000),
        step: "60",
      },
      authorization: undefined,
    },
  ]);
});

test("a bearer token is a secret of the Worker, by its name, and no other secret goes anywhere", async () => {
  const metricID = await makeQuery(lenient, { TokenSecret: "PROMETHEUS_TOKEN" });
  await lenient.tick(new Date().toISOString());
  await expect.poll(() => lately(metricID)).toHaveLength(15);
  expect(prometheus.calls.map(({ authorization }) => authorization)).toEqual(["Bearer token-of-prometheus"]);
  for (const TokenSecret of ["OTHER_TOKEN", "AWS_SECRET_ACCESS_KEY", "PROMETHEUS_", 7])
    expect(await save({ URL: prometheus.url, TokenSecret })).toMatchObject([
      400,
      { errors: [{ path: "props.TokenSecret" }] },
    ]);
});

/** Status and answer of a metric that is to be added, or changed. */
async function save(props: Record<string, unknown>, metricID?: string) {
  const response = await lenient.fetch(metricID ? `/api/metrics/${metricID}` : "/api/metrics", {
    method: metricID ? "PATCH" : "POST",
    headers: { Authorization: await lenient.token() },
    body: JSON.stringify({ type: "Prometheus", title: "Up", props: { Expression: "up", ...props } }),
  });
  return [response.status, await response.json()];
}

test("a secret's token goes to the server that the secret names, and nowhere else", async () => {
  const refusals = {
    PROMETHEUS_ELSEWHERE: "The secret PROMETHEUS_ELSEWHERE is for another server.",
    PROMETHEUS_MISSING: "The Worker has no secret PROMETHEUS_MISSING.",
    PROMETHEUS_HALF: "The secret PROMETHEUS_HALF must be a server's origin, a space and the token.",
    PROMETHEUS_OLD:
      "The secret PROMETHEUS_OLD doesn't name its server. Set it again as the server's origin, a space and the token.",
  };
  const metricID = await makeQuery(lenient);
  for (const [TokenSecret, message] of Object.entries(refusals))
    for (const which of [undefined, metricID])
      expect(await save({ URL: prometheus.url, TokenSecret }, which)).toEqual([
        400,
        { errorMessage: message, errors: [{ path: "props.TokenSecret", message }] },
      ]);
  const right = await makeQuery(lenient, { TokenSecret: "PROMETHEUS_TOKEN" });
  for (const URL of ["https://prometheus.example.com", `${prometheus.url}1`])
    expect(await save({ URL, TokenSecret: "PROMETHEUS_TOKEN" }, right)).toMatchObject([400, {}]);

  // What has got into the database another way is held to it as well.
  await lenient.db
    .prepare(
      "UPDATE metrics SET props = json_set(props, '$.TokenSecret', 'PROMETHEUS_ELSEWHERE') WHERE metric_id = ?",
    )
    .bind(metricID)
    .run();
  prometheus.heal();
  await lenient.tick(new Date().toISOString());
  await expect
    .poll(() => errorOf(lenient, metricID))
    .toBe("The secret PROMETHEUS_ELSEWHERE is for another server.");
  await expect
    .poll(() => prometheus.calls.map(({ authorization }) => authorization))
    .toEqual(["Bearer token-of-prometheus"]);
});

test("a metric from before secrets named their server goes on, and can't be pointed elsewhere", async () => {
  const metricID = await makeQuery(lenient);
  await lenient.db
    .prepare(
      "UPDATE metrics SET props = json_set(props, '$.TokenSecret', 'PROMETHEUS_OLD') WHERE metric_id = ?",
    )
    .bind(metricID)
    .run();
  await lenient.tick(new Date().toISOString());
  await expect.poll(() => lately(metricID)).toHaveLength(15);
  expect(prometheus.calls.map(({ authorization }) => authorization)).toEqual([
    "Bearer token-without-an-origin",
  ]);
  const edited = { URL: `${prometheus.url}/prefix`, TokenSecret: "PROMETHEUS_OLD", Expression: "up + 1" };
  expect(await save(edited, metricID)).toMatchObject([200, { props: edited }]);
  const elsewhere = await startPrometheus();
  try {
    expect(await save({ ...edited, URL: elsewhere.url }, metricID)).toMatchObject([400, {}]);
    expect(await save({ ...edited, URL: elsewhere.url, TokenSecret: "" }, metricID)).toMatchObject([200, {}]);
    expect(await save({ ...edited, URL: elsewhere.url }, metricID)).toMatchObject([400, {}]);
  } finally {
    await elsewhere.stop();
  }
});

test("an address with a user or a password is refused, and so is one with a host of endless letters", async () => {
  const host = new URL(prometheus.url).host;
  for (const URL of [`http://user@${host}`, `http://user:password@${host}`, "https://:@example.com"])
    expect(await save({ URL })).toMatchObject([
      400,
      {
        errors: [
          { path: "props.URL", message: expect.stringContaining("can't contain a user name or password") },
        ],
      },
    ]);
  for (const URL of [
    `https://${"ü".repeat(1900)}`,
    "https:example.com",
    "ftp://example.com",
    "https://",
    "https://a b",
  ])
    expect(await save({ URL })).toMatchObject([400, { errors: [{ path: "props.URL" }] }]);
  // One that was stored before they were refused.
  const metricID = await makeQuery(lenient);
  await lenient.db
    .prepare("UPDATE metrics SET props = json_set(props, '$.URL', ?) WHERE metric_id = ?")
    .bind(`http://user:password@${host}`, metricID)
    .run();
  await lenient.tick(new Date().toISOString());
  await expect
    .poll(() => errorOf(lenient, metricID))
    .toBe("An address can't contain a user name or password: put a token into a secret.");
  expect(prometheus.calls).toEqual([]);
});

test("an error that a source says is kept up to 1,000 characters", async () => {
  const metricID = await makeQuery(lenient);
  prometheus.spoil(json({ status: "error", error: "é".repeat(100_000) }));
  await lenient.tick(new Date().toISOString());
  await expect.poll(() => errorOf(lenient, metricID)).toBe(`${"é".repeat(999)}…`);
});

test("only https addresses are fetched, and nothing private", async () => {
  const reasons = {
    "http://prometheus.example.com": "Only https addresses can be fetched.",
    "https://localhost": "localhost is a private address.",
    "https://prometheus": "prometheus is a private address.",
    "https://prometheus.internal:9090": "prometheus.internal is a private address.",
    "https://printer.local.": "printer.local is a private address.",
    "https://127.0.0.1:9090": "127.0.0.1 is a private address.",
    "https://2130706433": "127.0.0.1 is a private address.",
    "https://0x7f.1": "127.0.0.1 is a private address.",
    "https://0.0.0.0": "0.0.0.0 is a private address.",
    "https://10.1.2.3": "10.1.2.3 is a private address.",
    "https://172.31.0.1": "172.31.0.1 is a private address.",
    "https://192.168.0.1": "192.168.0.1 is a private address.",
    "https://169.254.169.254": "169.254.169.254 is a private address.",
    "https://100.64.0.1": "100.64.0.1 is a private address.",
    "https://[::1]": "::1 is a private address.",
    "https://[::ffff:10.0.0.1]": "::ffff:a00:1 is a private address.",
    "https://[fd00::1]": "fd00::1 is a private address.",
    "https://[fe80::1]": "fe80::1 is a private address.",
    "https://[64:ff9b::a00:1]": "64:ff9b::a00:1 is a private address.",
    "https://[::127.0.0.1]": "::7f00:1 is a private address.",
    "https://[64:ff9b:1::a00:1]": "64:ff9b:1::a00:1 is a private address.",
    "https://[2002:7f00:1::]": "2002:7f00:1:: is a private address.",
    "https://[::ffff:0:10.0.0.1]": "::ffff:0:a00:1 is a private address.",
    "https://[2606:4700::5efe:10.0.0.1]": "2606:4700::5efe:a00:1 is a private address.",
    ...Object.fromEntries(
      [
        "10.0.0.1.nip.io",
        "7f000001.nip.io",
        "8.8.8.8.sslip.io",
        "app.10.0.0.1.xip.io",
        "localtest.me",
        "a.localtest.me",
        "lvh.me",
        "a.vcap.me",
        "10-0-0-1.example.com",
        "ip-172-31-0-1.eu-west-1.compute.example.com",
        "prometheus.monitoring.svc",
        "prometheus.monitoring.svc.cluster.local",
        "nas.lan",
        "router.home",
        "prometheus.corp",
        "prometheus.intranet",
        "prometheus.private",
        "metadata.google.internal",
        "a.localhost",
        "prometheus.test",
        "prometheus.onion",
        "router.home.arpa",
      ].map((host) => [`https://${host}`, `${host} is a private address.`]),
    ),
  };
  const ids = new Map<string, string>();
  for (const URL of Object.keys(reasons)) ids.set(URL, await makeQuery(daymark, { URL }));
  await daymark.tick(new Date().toISOString());
  for (const [url, reason] of Object.entries(reasons)) {
    await expect.poll(() => errorOf(daymark, ids.get(url) ?? ""), { message: url }).toBe(reason);
  }
});

test("public names and addresses are not taken for private ones", () => {
  const hosts = ["prometheus.example.com", "local.example.com", "svc.example.com", "8-8-8-8.example.com"];
  const addresses = ["1.1.1.1", "[2606:4700:4700::1111]"];
  expect([...hosts, ...addresses].filter(isPrivateHost)).toEqual([]);
});

const refused = (response: ServerResponse, location: string) =>
  response.writeHead(302, { Location: location }).end();

test("a redirect is followed on its own host only, and once", async () => {
  const metricID = await makeQuery(lenient);
  const elsewhere = await startPrometheus();
  try {
    prometheus.spoil((response) => refused(response, `${elsewhere.url}/api/v1/query_range`));
    await lenient.tick(new Date().toISOString());
    const host = new URL(prometheus.url).host;
    await expect.poll(() => errorOf(lenient, metricID)).toBe(`${host} redirects to another host.`);
    expect(elsewhere.calls).toEqual([]);
    prometheus.spoil((response, { url = "" }) => refused(response, `/again${url}`));
    await lenient.tick(new Date().toISOString());
    await expect
      .poll(() => errorOf(lenient, metricID))
      .toBe("Prometheus answered with status 302 and a body that can't be read.");
    expect(prometheus.calls).toHaveLength(3);
  } finally {
    await elsewhere.stop();
  }
});

const json = (answer: unknown) => (response: ServerResponse) => void response.end(JSON.stringify(answer));
const series = { metric: {}, values: [[1, "1"]] };

const service = {
  "refuses the expression": [
    (response: ServerResponse) =>
      void response.writeHead(400).end(
        JSON.stringify({
          status: "error",
          errorType: "bad_data",
          error: "1:3: parse error: unexpected end",
        }),
      ),
    "1:3: parse error: unexpected end",
  ],
  "answers garbage": [
    (response: ServerResponse) => void response.writeHead(502).end("<html>Bad Gateway</html>"),
    "Prometheus answered with status 502 and a body that can't be read.",
  ],
  "gives more than one series": [
    json({ status: "success", data: { resultType: "matrix", result: [series, series] } }),
    "The expression returns 2 series. It must return exactly one.",
  ],
  "gives more than 256 KiB": [
    (response: ServerResponse) => void response.end(" ".repeat(256 * 1024 + 1)),
    "The answer is larger than 256 KiB.",
  ],
  "does not answer in 5 s": [() => undefined, /^127\.0\.0\.1:\d+ did not answer within 5 seconds\.$/],
  "does not finish its answer in 5 s": [
    (response: ServerResponse) => void response.writeHead(200).write("{"),
    /^127\.0\.0\.1:\d+ did not answer within 5 seconds\.$/,
  ],
  "hangs up": [
    (response: ServerResponse) => void response.destroy(),
    /^127\.0\.0\.1:\d+ could not be reached\.$/,
  ],
} as const;

test.for(Object.keys(service) as (keyof typeof service)[])(
  "a Prometheus that %s is quoted on the metric, until it succeeds again",
  async (what) => {
    const [respond, words] = service[what];
    const metricID = await makeQuery(lenient);
    prometheus.spoil(respond);
    await lenient.tick(new Date().toISOString());
    await expect
      .poll(() => errorOf(lenient, metricID))
      .toEqual(typeof words === "string" ? words : expect.stringMatching(words));
    prometheus.heal();
    await lenient.tick(new Date().toISOString());
    await expect.poll(() => errorOf(lenient, metricID)).toBe("");
  },
);

test("NaN and the infinities of a Prometheus are no points, and no series is no error", async () => {
  const metricID = await makeQuery(lenient);
  const now = Math.floor(Date.now() / MINUTE_MS) * 60;
  const values = [
    [now - 180, "NaN"],
    [now - 120, "+Inf"],
    [now - 60, "7.5"],
  ];
  prometheus.spoil(
    json({ status: "success", data: { resultType: "matrix", result: [{ metric: {}, values }] } }),
  );
  await lenient.tick(new Date().toISOString());
  const point = { timestamp: new Date((now - 60) * 1000).toISOString(), value: 7.5 };
  await expect.poll(() => lately(metricID)).toEqual([point]);
  prometheus.spoil(json({ status: "success", data: { resultType: "matrix", result: [] } }));
  await lenient.tick(new Date().toISOString());
  await expect.poll(() => prometheus.calls.length).toBe(2);
  expect([await errorOf(lenient, metricID), await lately(metricID)]).toEqual(["", [point]]);
});
