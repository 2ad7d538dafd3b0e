import { createServer } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DataPoint } from "../../worker/metrics/schema.ts";
import { MINUTE_MS } from "../../worker/shared/time/domain.ts";
import { dayFile, daysAgo } from "../support/factories/days.ts";
import { makeApiKey, makeMetric } from "../support/factories/factories.ts";
import { openTerminal, type Terminal } from "../support/starters/command-line.ts";
import { answer, type Daymark, startDaymark } from "../support/starters/daymark.ts";
import { closeServer, listen } from "../support/starters/listen.ts";

let daymark: Daymark;
let terminal: Terminal;
beforeAll(async () => {
  daymark = await startDaymark();
  terminal = await openTerminal({ DAYMARK_URL: daymark.url, DAYMARK_KEY: await makeApiKey(daymark) });
});
afterAll(async () => {
  await terminal.remove();
  await daymark.stop();
});

const push = (args: string[], stdin?: string) =>
  terminal.run(["metric", "push", ...args], { stdin: stdin ?? "" });
const day = daysAgo(30);
const start = Date.parse(`${day}T10:00:00Z`);
const minute = (n: number) => new Date(start + n * MINUTE_MS).toISOString();
async function readPoints(metricID: string, file = dayFile(day)) {
  return (await (await daymark.fetch(`/metrics/${metricID}/${file}.json`)).json()) as DataPoint[];
}

test("push sends one value to a metric by title or ID, also to a hidden metric", async () => {
  const { metricID } = await makeMetric(daymark, { title: "Response time", status: "Visible" });
  const hidden = await makeMetric(daymark, { title: "Queue" });
  expect(await push(["response time", "-4.5e1", "--at", minute(0)])).toEqual({
    code: 0,
    stdout: "Sent 1 point to Response time.\n",
    stderr: "",
  });
  await expect.poll(() => readPoints(metricID)).toEqual([{ timestamp: minute(0), value: -45 }]);
  expect((await push(["queue", "5"])).stdout).toBe("Sent 1 point to Queue.\n");
  expect((await push([hidden.metricID, "7"])).code).toBe(0);
  expect(await terminal.run(["metric", "list"])).toEqual({
    code: 0,
    stdout: `● Visible  ${metricID}  Response time  Self\n● Hidden   ${hidden.metricID}  Queue  Self\n`,
    stderr: "",
  });
  const now = new Date().toISOString().slice(0, 10).replace(/-0?/g, "/");
  const param = { metricID: hidden.metricID };
  await answer(daymark.administrator.metrics[":metricID"].$patch({ param, json: { status: "Visible" } }));
  // Both are one point, unless a minute ended between them.
  await expect.poll(async () => (await readPoints(hidden.metricID, now)).at(-1)?.value).toBe(7);
});

const inputs = {
  "lines, with every format of time": `# what a script measured
${minute(0)} 1
${day} 10:01 2
${day} 10:02:30 3
${day}T11:03:00+01:00\t4
${start / 1000 + 240} 5
${start + 300_000} 6
`,
  "CSV with a header row": `\uFEFF"timestamp","value"\r\n"${day} 10:00","1"\r\n${[1, 2, 3, 4, 5].map((n) => `${minute(n)}, ${n + 1}`).join("\r\n")}\r\n`,
  "one JSON object per line": [0, 1, 2, 3, 4, 5]
    .map((n) => JSON.stringify({ value: n + 1, timestamp: minute(n), host: "a" }))
    .join("\n"),
  "one JSON array": JSON.stringify(
    [0, 1, 2, 3, 4, 5].map((n) => ({ timestamp: start + n * MINUTE_MS, value: n + 1 })),
    null,
    2,
  ),
};

for (const [kind, stdin] of Object.entries(inputs)) {
  test(`push reads points from standard input: ${kind}`, async () => {
    const { metricID } = await makeMetric(daymark, { status: "Visible" });
    const points = [1, 2, 3, 4, 5, 6].map((value) => ({ timestamp: minute(value - 1), value }));
    const { code, stdout, stderr } = await push([metricID, "--json"], stdin);
    expect([code, stderr, JSON.parse(stdout)]).toEqual([0, "", { [metricID]: points }]);
    await expect.poll(() => readPoints(metricID)).toEqual(points);
  });
}

test("push splits many points into several requests, and the last point of a minute is stored", async () => {
  const { metricID } = await makeMetric(daymark, { status: "Visible" });
  const lines = Array.from({ length: 7000 }, (_, n) => `${minute(n % 1000)} ${n}`);
  expect(await push([metricID], lines.join("\n"))).toEqual({
    code: 0,
    stdout: `Sent 7,000 points, of 1,000 minutes, to Response time.\n`,
    stderr: "",
  });
  await expect
    .poll(async () => (await readPoints(metricID)).slice(0, 2))
    .toEqual([
      { timestamp: minute(0), value: 6000 },
      { timestamp: minute(1), value: 6001 },
    ]);
});

test("if a later request gets an error, push says how many points were stored", async () => {
  const { metricID } = await makeMetric(daymark, { status: "Visible" });
  const lines = Array.from({ length: 3002 }, (_, n) => `${minute(n)} ${n}`);
  const { code, stdout, stderr } = await push([metricID], [...lines, "2100-01-01T00:00Z 1"].join("\n"));
  expect([code, stdout, stderr]).toEqual([
    6,
    "",
    "3,000 points of 3,003 were stored, the rest were not: Line 3003: timestamp is more than 10 minutes in the future. You can safely push all of them again.\n",
  ]);
});

test("push refuses an invalid point and names its line, and nothing is stored", async () => {
  const { metricID } = await makeMetric(daymark, { title: "Visible one", status: "Visible" });
  const prometheus = await makeMetric(daymark, {
    type: "Prometheus",
    props: { URL: "https://prometheus.example.com", Expression: "up" },
  });
  const cases: [string[], string, number, string][] = [
    [
      [metricID],
      `${minute(0)} 1\nyesterday 2\n${minute(1)} high\n`,
      2,
      `Nothing was sent. Line 2: "yesterday" isn't a time`,
    ],
    [
      [metricID],
      `${minute(0)} 1\n${minute(1)} high\n`,
      2,
      `Nothing was sent. Line 2: "high" isn't a number.`,
    ],
    [[metricID], `${minute(0)},1,5\n`, 2, "Nothing was sent. Line 1: "],
    [[metricID], "3,5\n", 2, `Nothing was sent. Line 1: "3" isn't a time. Use one like `],
    [[metricID], "20260131 5\n", 2, `Nothing was sent. Line 1: "20260131" isn't a time. Use one like `],
    [[metricID], `2026-13-45T10:00Z 1`, 2, `Nothing was sent. Line 1: "2026-13-45T10:00Z" isn't a time`],
    [
      [metricID],
      '[{"timestamp": 1, "value": "1"}]',
      2,
      'Nothing was sent. Entry 1: "value" must be a number.',
    ],
    [[metricID], '[{"timestamp":', 2, "Nothing was sent: this is not valid JSON."],
    [[metricID], "", 2, "There are no points on standard input."],
    [[metricID, "1,5"], "", 2, `The value: "1,5" isn't a number.`],
    [[metricID, "Infinity"], "", 2, `The value: "Infinity" isn't a number.`],
    [[metricID, "1", "--at", "noon"], "", 2, `--at: "noon" isn't a time`],
    [
      [metricID, "--at", minute(0)],
      "",
      2,
      "--at works with a single value only: on standard input each point has its own time.",
    ],
    [["visible"], "1", 2, `There is no metric "visible". Did you mean Visible one (${metricID})?`],
    [
      [metricID],
      `${minute(0)} 1\n2100-01-01T00:00Z 1\n`,
      1,
      "Nothing was stored. Line 2: timestamp is more than 10 minutes in the future.",
    ],
    [["000000000000", "1"], "", 1, "Nothing was stored. There is no metric 000000000000."],
    [
      [prometheus.metricID, "1"],
      "",
      1,
      `Nothing was stored. Metric ${prometheus.metricID} is not of type Self`,
    ],
  ];
  for (const [args, stdin, code, message] of cases) {
    expect({ args, stdin, ...(await push(args, stdin)) }).toEqual({
      args,
      stdin,
      code,
      stdout: "",
      stderr: expect.stringContaining(message),
    });
  }
  expect(await readPoints(metricID)).toEqual([]);
});

/** Takes the place of Daymark and sends one of `responses` after the other. */
async function startBusyDaymark(responses: { status: number; retryAfter?: string; body: unknown }[]) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const next = request.url === "/api/v0/metrics" ? { status: 200, body: [] } : responses.shift();
    const { status, body, retryAfter } = { retryAfter: undefined, status: 500, body: {}, ...next };
    response.writeHead(status, {
      "Content-Type": "application/json",
      ...(retryAfter && { "Retry-After": retryAfter }),
    });
    response.end(JSON.stringify(body));
  });
  return { url: await listen(server), requests, stop: () => closeServer(server) };
}
const busyResponse = (status: number, retryAfter?: string) => ({
  status,
  ...(retryAfter && { retryAfter }),
  body: { errorMessage: "Too many requests.", errors: [{ message: "Too many requests." }] },
});

test("push waits as long as Retry-After says, unless that is too long, and gives up after 5 tries", async () => {
  const id = "000000000001";
  const success = { status: 200, body: { [id]: [{ timestamp: minute(0), value: 1 }] } };
  const busyTwice = await startBusyDaymark([busyResponse(429, "1"), busyResponse(503, "0"), success]);
  expect(await push([id, "1", "--url", busyTwice.url])).toEqual({
    code: 0,
    stdout: `Sent 1 point to ${id}.\n`,
    stderr: "Too many requests. Trying again in 1 second.\nToo many requests. Trying again.\n",
  });
  await busyTwice.stop();

  const tooLong = await startBusyDaymark([busyResponse(429, "3600")]);
  expect(await push([id, "1", "--url", tooLong.url])).toEqual({
    code: 1,
    stdout: "",
    stderr: "Too many requests.\n",
  });
  await tooLong.stop();

  const alwaysBusy = await startBusyDaymark(Array.from({ length: 9 }, () => busyResponse(429, "0")));
  expect(await push([id, "1", "--url", alwaysBusy.url])).toMatchObject({ code: 1, stdout: "" });
  expect(alwaysBusy.requests.filter((request) => request.startsWith("POST"))).toHaveLength(5);
  await alwaysBusy.stop();
});
