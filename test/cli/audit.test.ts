import { afterAll, beforeAll, expect, test } from "vitest";
import { MINUTE_MS } from "../../worker/time/domain.ts";
import { openTerminal, type Terminal } from "../support/command-line.ts";
import { type Daymark, startDaymark } from "../support/daymark.ts";
import { makeApiKey, makeComponent, makeIncident } from "../support/factories.ts";

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

const verify = (...args: string[]) => terminal.run(["audit", "verify", ...args]);

/** In its first minute of an hour the cron would also delete old entries. */
async function runCron() {
  const time = new Date(Date.now() + MINUTE_MS);
  if (time.getUTCMinutes() === 0) time.setUTCMinutes(1);
  await daymark.runCron(time.toISOString());
}

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

test("audit list --json and --csv print every entry with all fields, and a spreadsheet runs none", async () => {
  const json = JSON.parse((await terminal.run(["audit", "list", "--json"])).stdout);
  expect(json).toHaveLength(123);
  const { stdout } = await terminal.run(["audit", "list", "--csv"]);
  const lines = stdout.trim().split("\r\n");
  expect(lines).toHaveLength(124);
  expect(stdout).toContain(",'=API,");
});

test("audit verify accepts the log, and says where its chain ends", async () => {
  const before = await verify();
  expect(before).toMatchObject({ code: 0, stderr: "" });
  expect(before.stdout).toContain("123 entries of the last minute will be sealed shortly.");
  await runCron();
  const { code, stdout } = await verify();
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^123 entries verified: none was changed or removed\.\nThe chain ends at 123:[0-9a-f]{64}\n$/,
  );
  const [, end = ""] = /ends at (\S+)/.exec(stdout) ?? [];
  await makeComponent(daymark);
  await runCron();
  expect((await verify("--expect", end)).code).toBe(0);
  expect(await verify("--expect", `123:${"0".repeat(64)}`)).toMatchObject({
    code: 1,
    stdout: "Entry 123 doesn't have the hash that you expect: the log was replaced.\n",
  });
  expect((await verify("--expect", "123")).code).toBe(2);
});

test("audit verify says from when on it could verify", async () => {
  const { db } = daymark;
  const cutOff = "(SELECT hash FROM audit_entries WHERE seq = 1)";
  await db.exec("DROP TRIGGER audit_entries_kept_30_days");
  await db.exec(`UPDATE audit_chain SET deleted_seq = 1, deleted_hash = ${cutOff}`);
  const [second] = JSON.parse((await terminal.run(["audit", "list", "--json"])).stdout).slice(-2);
  await db.exec("DELETE FROM audit_entries WHERE seq = 1");
  const { code, stdout } = await verify();
  const line = `The entries up to 1 were deleted as too old. The oldest that is left is of ${second.at.slice(0, 10)}.\n`;
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining(line) });
});

test("audit verify names entries that were changed or removed", async () => {
  const { db } = daymark;
  await db.exec("DROP TRIGGER audit_entries_unchanged");
  await db.exec("DROP TRIGGER audit_entries_kept");
  await db.exec('UPDATE audit_entries SET after = \'{"name":"Other"}\' WHERE seq = 50');
  await db.exec("DELETE FROM audit_entries WHERE seq IN (60, 61)");
  const { code, stdout } = await verify();
  expect({ code, stdout }).toEqual({
    code: 1,
    stdout: "Entry 50 was changed.\nEntries 60 to 61 were removed.\n",
  });
  expect(JSON.parse((await verify("--json")).stdout)).toMatchObject({
    isIntact: false,
    problems: ["Entry 50 was changed.", "Entries 60 to 61 were removed."],
  });
});

test("audit verify notices that the newest entry was removed before it was sealed", async () => {
  await makeComponent(daymark, { name: "Short-lived" });
  const [newest] = JSON.parse((await terminal.run(["audit", "list", "--json"])).stdout);
  await daymark.db.exec(`DELETE FROM audit_entries WHERE seq = ${newest.seq}`);
  expect((await verify()).stdout).toContain(`Entry ${newest.seq} was removed.\n`);
});

test("audit verify names entries that were removed from the end or the beginning", async () => {
  await daymark.db.exec("DELETE FROM audit_entries WHERE seq IN (2, 123, 124)");
  const { stdout } = await verify();
  expect(stdout).toContain("Entry 2 was removed.\n");
  expect(stdout).toContain("Entries 123 to 125 were removed.\n");
});

test("audit verify names entries that were added among the deleted or after the sealed ones", async () => {
  const { db } = daymark;
  const addEntry = (seq: number, hash: string) =>
    db.exec(
      `INSERT INTO audit_entries SELECT ${seq}, at, actor, actor_name, kind, action, item_id, item_name, notice_update_id, request_id, before, after, '${hash}' FROM audit_entries WHERE seq = 100`,
    );
  await db.exec(
    "UPDATE audit_chain SET deleted_seq = 20, deleted_hash = (SELECT hash FROM audit_entries WHERE seq = 20)",
  );
  await db.exec("DELETE FROM audit_entries WHERE seq <= 20");
  await addEntry(7, "0".repeat(64));
  await addEntry(1000, "0".repeat(64));
  const { stdout } = await verify();
  expect(stdout).toContain("Entry 7 was added: all up to 20 had been deleted.\n");
  expect(stdout).toContain("Entry 1000 has a hash, although the chain ends before it.\n");
});
