import { afterAll, beforeAll, expect, test } from "vitest";
import { makeApiKey, makeComponent, makeIncident } from "../support/factories/factories.ts";
import { openTerminal, type Terminal } from "../support/starters/command-line.ts";
import { type Daymark, startDaymark } from "../support/starters/daymark.ts";

let daymark: Daymark;
let terminal: Terminal;
beforeAll(async () => {
  daymark = await startDaymark();
  const key = await makeApiKey(daymark, { name: "Backup", scopes: ["archive"] });
  terminal = await openTerminal({ DAYMARK_URL: daymark.url, DAYMARK_KEY: key });
  await makeComponent(daymark, { name: "=API" });
  await makeIncident(daymark, { name: "API is down\u202e", message: "Errors." });
  for (let count = 0; count < 120; count += 1) await makeComponent(daymark, { name: `Part ${count}` });
});
afterAll(async () => {
  await terminal?.remove();
  await daymark?.stop();
});

test("audit list prints who changed what, with filters", async () => {
  const { code, stdout } = await terminal.run(["audit", "list", "--kind", "incident"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^\d{4}-\d\d-\d\d \d\d:\d\d {2}admin@example\.com {2}created incident {2}"API is down"\n/,
  );
  expect(stdout).toContain("    message: – → Errors.\n");
  expect((await terminal.run(["audit", "list", "--actor", "nobody"])).stdout).toBe("There are no entries.\n");
  expect((await terminal.run(["audit", "list", "--from", "soon"])).code).toBe(2);
  const from = await terminal.run(["audit", "list", "--from", "2099-01-01"]);
  expect(from.stdout).toBe("There are no entries.\n");
});

test("audit list says of an interrupted write that its fields were not recorded", async () => {
  await daymark.db.exec(
    "INSERT INTO audit_entries (at, actor, actor_name, kind, action, item_id, item_name, request_id) SELECT strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-2 minutes'), actor, actor_name, kind, 'changed', 'a1B2c3D4e5F6', '', request_id FROM audit_entries WHERE kind = 'incident'",
  );
  const { stdout } = await terminal.run(["audit", "list", "--item", "a1B2c3D4e5F6"]);
  expect(stdout).toMatch(
    / {2}changed incident {2}a1B2c3D4e5F6\n {4}The changed fields were not recorded\.\n$/,
  );
  await daymark.db.exec("DELETE FROM audit_entries WHERE after IS NULL");
});

test("audit list --json and --csv print every entry with all fields, and a spreadsheet runs none", async () => {
  const json = JSON.parse((await terminal.run(["audit", "list", "--json"])).stdout);
  expect(json).toHaveLength(123);
  const { stdout } = await terminal.run(["audit", "list", "--csv"]);
  const lines = stdout.trim().split("\r\n");
  expect(lines).toHaveLength(124);
  expect(stdout).toContain(",'=API,");
});
