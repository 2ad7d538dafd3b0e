import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { makeApiKey } from "../support/factories/factories.ts";
import { openTerminal, type Terminal } from "../support/starters/command-line.ts";
import { answer, type Daymark, startDaymark } from "../support/starters/daymark.ts";

let daymark: Daymark;
let terminal: Terminal;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());
beforeEach(async () => {
  const key = await makeApiKey(daymark);
  terminal = await openTerminal({ DAYMARK_URL: daymark.url, DAYMARK_KEY: key });
});
afterEach(async () => {
  await terminal.remove();
  await daymark.db.exec("DELETE FROM received_alerts");
});

test("an alert is sent, ended and listed", async () => {
  expect((await terminal.run(["alert", "list"])).stdout).toBe("Nothing was received.\n");
  const sent = await terminal.run([
    ...["alert", "send", "backup", "--title", "The backup failed", "--label", "team=data"],
    ...["--label", "query=a=b", "--link", "https://backup.example.com"],
  ]);
  expect(sent.stdout).toBe('Sent: "The backup failed" fires.\n');
  expect((await terminal.run(["alert", "send", "backup", "--resolved"])).stdout).toBe(
    'Sent: "backup" is over.\n',
  );
  const time = "\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d";
  expect((await terminal.run(["alert", "list"])).stdout).toMatch(
    new RegExp(
      `^${time}  generic\n    resolved  backup\n${time}  generic\n    firing    The backup failed\n$`,
    ),
  );
  const [, first] = JSON.parse((await terminal.run(["alert", "list", "--json"])).stdout);
  expect(first.alerts).toMatchObject([
    { key: "backup", labels: { team: "data", query: "a=b" }, link: "https://backup.example.com" },
  ]);
});

test("a label without a value is refused, and nothing is sent", async () => {
  const { code, stderr } = await terminal.run(["alert", "send", "backup", "--label", "team"]);
  expect([code, stderr]).toEqual([2, expect.stringContaining("--label must be a name and a value")]);
  expect((await terminal.run(["alert", "list"])).stdout).toBe("Nothing was received.\n");
});

test("a heartbeat is heard by its address or the last part of it, and an unknown one is not", async () => {
  const { path } = await answer(
    daymark.administrator.heartbeats.$post({ json: { name: "Backup", periodMinutes: 60 } }),
  );
  const address = new URL(path, daymark.url).href;
  for (const given of [address, path.replace("/beat/", "")])
    expect(await terminal.run(["beat", given])).toEqual({ code: 0, stdout: "Heard.\n", stderr: "" });
  const unknown = await terminal.run(["beat", "a".repeat(24)]);
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining("There is no such heartbeat.")]);
});
