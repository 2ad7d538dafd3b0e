import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pythonScript } from "../../../../web/admin/metrics/script.ts";
import type { DataPoint } from "../../../../worker/metrics/schema.ts";
import { DAY_MS, MINUTE_MS } from "../../../../worker/shared/time/domain.ts";
import { requirePython } from "../../../support/deploy/python.ts";
import { makeApiKey, makeMetric } from "../../../support/factories/factories.ts";
import { type Daymark, startDaymark } from "../../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

/** Runs the script without settings of this machine. */
async function runScript(script: string) {
  const child = spawn("python3", ["-I", "-"], { env: { PATH: process.env.PATH } });
  child.stdin.end(script);
  const exitCode = new Promise<number | null>((resolve) => child.on("close", resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await exitCode, stdout, stderr };
}

const makeTarget = async () => ({
  apiHost: new URL(daymark.url).host,
  apiKey: await makeApiKey(daymark),
  metricID: (await makeMetric(daymark, { status: "Visible" })).metricID,
});

test("the Python script submits a point per minute of a day, with values from 0 to 99", async (context) => {
  requirePython(context);
  const target = await makeTarget();
  const startMs = Date.now();
  expect(await runScript(pythonScript(target))).toEqual({
    code: 0,
    stdout: "Success: submitted 1440 points.\n",
    stderr: "",
  });
  const readPoints = async () => {
    const days = [Date.now() - DAY_MS, Date.now()].map(async (time) => {
      const date = new Date(time);
      const day = `${date.getUTCFullYear()}/${date.getUTCMonth() + 1}/${date.getUTCDate()}`;
      return (await daymark.fetch(`/metrics/${target.metricID}/${day}.json`)).json() as Promise<DataPoint[]>;
    });
    return (await Promise.all(days)).flat();
  };
  await expect.poll(async () => (await readPoints()).length).toBe(1440);
  const points = await readPoints();
  const times = points.map(({ timestamp }) => Date.parse(timestamp));
  expect(times.every((time, index) => index === 0 || time - (times[index - 1] ?? 0) === MINUTE_MS)).toBe(
    true,
  );
  // The last point is of the minute in which the script started, or of a later one.
  expect(times.at(-1)).toBeGreaterThan(startMs - MINUTE_MS);
  for (const { value } of points) {
    expect(Number.isInteger(value) && value >= 0 && value <= 99).toBe(true);
  }
});

test("on an error the Python script prints the status, the reason and the body", async (context) => {
  requirePython(context);
  const target = await makeTarget();
  const unauthorized = await runScript(pythonScript({ ...target, apiKey: "wrong" }));
  expect([unauthorized.code, unauthorized.stderr]).toEqual([1, ""]);
  expect(unauthorized.stdout).toMatch(/^401 Unauthorized\n\{.*"errorMessage":/);
  const unknownMetric = await runScript(pythonScript({ ...target, metricID: "nobody" }));
  expect(unknownMetric.stdout).toMatch(/^400 Bad Request\n.*There is no metric nobody\./);
});

test("values put into the Python script can't break out of their strings", async (context) => {
  requirePython(context);
  const maliciousText = `"\nprint("run") #\\'"""é😀\u2028`;
  const script = pythonScript({ apiHost: "127.0.0.1:1", apiKey: maliciousText, metricID: maliciousText });
  const { code, stdout, stderr } = await runScript(
    script.replace("# One point", "print(json.dumps(METRIC_ID)); sys.exit() #"),
  );
  expect([code, JSON.parse(stdout), stderr]).toEqual([0, maliciousText, ""]);
});

test.for([
  ["status.example.com", "https://status.example.com/api/v0/metrics/data"],
  ["localhost.example.com", "https://localhost.example.com/api/v0/metrics/data"],
  ["localhost:8787", "http://localhost:8787/api/v0/metrics/data"],
  ["daymark.localhost", "http://daymark.localhost/api/v0/metrics/data"],
  ["127.0.0.1:8787", "http://127.0.0.1:8787/api/v0/metrics/data"],
  ["[::1]:8787", "http://[::1]:8787/api/v0/metrics/data"],
] as const)("the Python script for %s sends to %s", ([apiHost, url]) => {
  expect(pythonScript({ apiHost, apiKey: "k", metricID: "m" })).toContain(`\nURL = "${url}"\n`);
});
