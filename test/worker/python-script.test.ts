import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pythonScript } from "../../web/admin/metrics/script.ts";
import type { DataPoint } from "../../worker/metrics/schema.ts";
import { type Daymark, startDaymark } from "../support/daymark.ts";
import { makeApiKey, makeMetric } from "../support/factories.ts";
import { requirePython } from "../support/python.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

/** Runs the very text, without anything of the machine's own settings. */
async function run(script: string) {
  const child = spawn("python3", ["-I", "-"], { env: { PATH: process.env.PATH } });
  child.stdin.end(script);
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, stdout, stderr };
}

const target = async () => ({
  apiHost: new URL(daymark.url).host,
  apiKey: await makeApiKey(daymark),
  metricID: (await makeMetric(daymark, { status: "Visible" })).metricID,
});

test("the Python script submits a day of points, one a minute, from 0 to 99", async (context) => {
  requirePython(context);
  const where = await target();
  const begun = Date.now();
  expect(await run(pythonScript(where))).toEqual({
    code: 0,
    stdout: "Success: submitted 1440 points.\n",
    stderr: "",
  });
  const stored = async () => {
    const days = [Date.now() - 86_400_000, Date.now()].map(async (time) => {
      const date = new Date(time);
      const day = `${date.getUTCFullYear()}/${date.getUTCMonth() + 1}/${date.getUTCDate()}`;
      return (await daymark.fetch(`/metrics/${where.metricID}/${day}.json`)).json() as Promise<DataPoint[]>;
    });
    return (await Promise.all(days)).flat();
  };
  await expect.poll(async () => (await stored()).length).toBe(1440);
  const points = await stored();
  const times = points.map(({ timestamp }) => Date.parse(timestamp));
  expect(times.every((time, at) => at === 0 || time - (times[at - 1] ?? 0) === 60_000)).toBe(true);
  // Of the minute in which it was run, or a later one.
  expect(times.at(-1)).toBeGreaterThan(begun - 60_000);
  for (const { value } of points) {
    expect(Number.isInteger(value) && value >= 0 && value <= 99).toBe(true);
  }
});

test("where it is refused the Python script says the status, the reason and the body", async (context) => {
  requirePython(context);
  const where = await target();
  const refused = await run(pythonScript({ ...where, apiKey: "wrong" }));
  expect([refused.code, refused.stderr]).toEqual([1, ""]);
  expect(refused.stdout).toMatch(/^401 Unauthorized\n\{.*"errorMessage":/);
  const unknown = await run(pythonScript({ ...where, metricID: "nobody" }));
  expect(unknown.stdout).toMatch(/^400 Bad Request\n.*There is no metric nobody\./);
});

test("what is put into the Python script stays a text in it", async (context) => {
  requirePython(context);
  const hostile = `"\nprint("run") #\\'"""é😀\u2028`;
  const script = pythonScript({ apiHost: "127.0.0.1:1", apiKey: hostile, metricID: hostile });
  const { code, stdout, stderr } = await run(
    script.replace("# One point", "print(json.dumps(METRIC_ID)); sys.exit() #"),
  );
  expect([code, JSON.parse(stdout), stderr]).toEqual([0, hostile, ""]);
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
