import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { isPrivateHost } from "../../../../worker/http/outbound/private-address.ts";
import { type FakePrometheus, startFakePrometheus } from "../../../support/fakes/prometheus.ts";
import {
  deleteAllMetrics,
  makePrometheusMetric,
  readCollectionError,
  readRecentPoints,
} from "../../../support/fakes/prometheus-metrics.ts";
import { type Daymark, startDaymark } from "../../../support/starters/daymark.ts";

// Administrators choose the URLs that the Worker fetches, so tokens and private networks need protection.

let prometheus: FakePrometheus;
/** An instance that fetches metrics even from private addresses and over http. */
let permissiveDaymark: Daymark;
let daymark: Daymark;
beforeAll(async () => {
  prometheus = await startFakePrometheus();
  const vars = {
    PROMETHEUS_TOKEN: `${prometheus.url} token-of-prometheus`,
    PROMETHEUS_ELSEWHERE: "https://prometheus.example.com token-of-elsewhere",
    PROMETHEUS_OLD: "token-without-an-origin",
    PROMETHEUS_HALF: prometheus.url,
    OTHER_TOKEN: "token-of-another",
  };
  [permissiveDaymark, daymark] = await Promise.all([
    startDaymark({ vars: { ...vars, ALLOW_PRIVATE_ADDRESSES: "true" } }),
    startDaymark({ vars }),
  ]);
});
afterAll(() => Promise.all([permissiveDaymark?.stop(), daymark?.stop(), prometheus?.stop()]));
beforeEach(async () => {
  await Promise.all([permissiveDaymark, daymark].map(deleteAllMetrics));
  prometheus.reset();
});

test("a metric names the Worker's secret with its bearer token, and no other secret can be sent", async () => {
  const metricID = await makePrometheusMetric(permissiveDaymark, {
    URL: prometheus.url,
    TokenSecret: "PROMETHEUS_TOKEN",
  });
  await permissiveDaymark.runCron(new Date().toISOString());
  await expect.poll(() => readRecentPoints(permissiveDaymark, metricID)).toHaveLength(15);
  expect(prometheus.calls.map(({ authorization }) => authorization)).toEqual(["Bearer token-of-prometheus"]);
  for (const TokenSecret of ["OTHER_TOKEN", "AWS_SECRET_ACCESS_KEY", "PROMETHEUS_", 7])
    expect(await save({ URL: prometheus.url, TokenSecret })).toMatchObject([
      400,
      { errors: [{ path: "props.TokenSecret" }] },
    ]);
});

/** Creates a metric, or changes the one with `metricID`. Returns the status and the body. */
async function save(props: Record<string, unknown>, metricID?: string) {
  const response = await permissiveDaymark.fetch(metricID ? `/api/metrics/${metricID}` : "/api/metrics", {
    method: metricID ? "PATCH" : "POST",
    headers: { Authorization: await permissiveDaymark.token() },
    body: JSON.stringify({ type: "Prometheus", title: "Up", props: { Expression: "up", ...props } }),
  });
  return [response.status, await response.json()];
}

test("a token is sent only to the server that its secret names", async () => {
  const errors = {
    PROMETHEUS_ELSEWHERE: "The secret PROMETHEUS_ELSEWHERE is for another server.",
    PROMETHEUS_MISSING: "The Worker has no secret PROMETHEUS_MISSING.",
    PROMETHEUS_HALF: "The secret PROMETHEUS_HALF must be a server's origin, a space and the token.",
    PROMETHEUS_OLD:
      "The secret PROMETHEUS_OLD doesn't name its server. Set it again as the server's origin, a space and the token.",
  };
  const metricID = await makePrometheusMetric(permissiveDaymark, { URL: prometheus.url });
  for (const [TokenSecret, message] of Object.entries(errors))
    for (const savedID of [undefined, metricID])
      expect(await save({ URL: prometheus.url, TokenSecret }, savedID)).toEqual([
        400,
        { errorMessage: message, errors: [{ path: "props.TokenSecret", message }] },
      ]);
  const matchingID = await makePrometheusMetric(permissiveDaymark, {
    URL: prometheus.url,
    TokenSecret: "PROMETHEUS_TOKEN",
  });
  for (const URL of ["https://prometheus.example.com", `${prometheus.url}1`])
    expect(await save({ URL, TokenSecret: "PROMETHEUS_TOKEN" }, matchingID)).toMatchObject([400, {}]);

  // Collection checks the secret again, in case the database was changed without the API.
  await permissiveDaymark.db
    .prepare(
      "UPDATE metrics SET props = json_set(props, '$.TokenSecret', 'PROMETHEUS_ELSEWHERE') WHERE metric_id = ?",
    )
    .bind(metricID)
    .run();
  prometheus.reset();
  await permissiveDaymark.runCron(new Date().toISOString());
  await expect
    .poll(() => readCollectionError(permissiveDaymark, metricID))
    .toBe("The secret PROMETHEUS_ELSEWHERE is for another server.");
  await expect
    .poll(() => prometheus.calls.map(({ authorization }) => authorization))
    .toEqual(["Bearer token-of-prometheus"]);
});

test("a metric with an old secret that names no server is still collected, but its server can't be changed", async () => {
  const metricID = await makePrometheusMetric(permissiveDaymark, { URL: prometheus.url });
  await permissiveDaymark.db
    .prepare(
      "UPDATE metrics SET props = json_set(props, '$.TokenSecret', 'PROMETHEUS_OLD') WHERE metric_id = ?",
    )
    .bind(metricID)
    .run();
  await permissiveDaymark.runCron(new Date().toISOString());
  await expect.poll(() => readRecentPoints(permissiveDaymark, metricID)).toHaveLength(15);
  expect(prometheus.calls.map(({ authorization }) => authorization)).toEqual([
    "Bearer token-without-an-origin",
  ]);
  const edited = { URL: `${prometheus.url}/prefix`, TokenSecret: "PROMETHEUS_OLD", Expression: "up + 1" };
  expect(await save(edited, metricID)).toMatchObject([200, { props: edited }]);
  const elsewhere = await startFakePrometheus();
  try {
    expect(await save({ ...edited, URL: elsewhere.url }, metricID)).toMatchObject([400, {}]);
    expect(await save({ ...edited, URL: elsewhere.url, TokenSecret: "" }, metricID)).toMatchObject([200, {}]);
    expect(await save({ ...edited, URL: elsewhere.url }, metricID)).toMatchObject([400, {}]);
  } finally {
    await elsewhere.stop();
  }
});

test("a URL with a user, a password or an invalid host gets 400", async () => {
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
  // Older versions stored such URLs.
  const metricID = await makePrometheusMetric(permissiveDaymark, { URL: prometheus.url });
  await permissiveDaymark.db
    .prepare("UPDATE metrics SET props = json_set(props, '$.URL', ?) WHERE metric_id = ?")
    .bind(`http://user:password@${host}`, metricID)
    .run();
  await permissiveDaymark.runCron(new Date().toISOString());
  await expect
    .poll(() => readCollectionError(permissiveDaymark, metricID))
    .toBe("An address can't contain a user name or password: store a token as a secret instead.");
  expect(prometheus.calls).toEqual([]);
});

test("only public https URLs are fetched", async () => {
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
  const idsByURL = new Map<string, string>();
  for (const URL of Object.keys(reasons)) idsByURL.set(URL, await makePrometheusMetric(daymark, { URL }));
  await daymark.runCron(new Date().toISOString());
  for (const [url, reason] of Object.entries(reasons)) {
    await expect
      .poll(() => readCollectionError(daymark, idsByURL.get(url) ?? ""), { message: url })
      .toBe(reason);
  }
});

test("public host names and addresses are not private", () => {
  const hosts = ["prometheus.example.com", "local.example.com", "svc.example.com", "8-8-8-8.example.com"];
  const addresses = ["1.1.1.1", "[2606:4700:4700::1111]"];
  expect([...hosts, ...addresses].filter(isPrivateHost)).toEqual([]);
});

const redirect = (response: ServerResponse, location: string) =>
  response.writeHead(302, { Location: location }).end();

test("one redirect is followed, and only to the same host", async () => {
  const metricID = await makePrometheusMetric(permissiveDaymark, { URL: prometheus.url });
  const elsewhere = await startFakePrometheus();
  try {
    prometheus.overrideResponses((response) => redirect(response, `${elsewhere.url}/api/v1/query_range`));
    await permissiveDaymark.runCron(new Date().toISOString());
    const host = new URL(prometheus.url).host;
    await expect
      .poll(() => readCollectionError(permissiveDaymark, metricID))
      .toBe(`${host} redirects to another host.`);
    expect(elsewhere.calls).toEqual([]);
    prometheus.overrideResponses((response, { url = "" }) => redirect(response, `/redirected${url}`));
    await permissiveDaymark.runCron(new Date().toISOString());
    await expect
      .poll(() => readCollectionError(permissiveDaymark, metricID))
      .toBe("Prometheus answered with status 302 and a body that can't be read.");
    expect(prometheus.calls).toHaveLength(3);
  } finally {
    await elsewhere.stop();
  }
});
