import { afterAll, beforeAll, expect, test } from "vitest";
import { makeApiKey, makeComponent, makeGroup } from "../support/factories/factories.ts";
import { enableMail, subscribers } from "../support/factories/make-subscribers.ts";
import { linkOf } from "../support/factories/subscription-links.ts";
import { startRecordedMail } from "../support/readers/mail.ts";
import { openTerminal, type Terminal } from "../support/starters/command-line.ts";
import { type Daymark, startDaymark } from "../support/starters/daymark.ts";

let daymark: Daymark;
let mail: Awaited<ReturnType<typeof startRecordedMail>>;
let terminal: Terminal;
beforeAll(async () => {
  mail = await startRecordedMail();
  daymark = await startDaymark({ vars: mail.vars });
  await enableMail(daymark);
  terminal = await openTerminal({ DAYMARK_URL: daymark.url, DAYMARK_KEY: await makeApiKey(daymark) });
});
afterAll(async () => {
  await terminal.remove();
  await daymark.stop();
  await mail.stop();
});
const { findByAddress, findSubscribers } = subscribers(() => daymark);
const address = "reader@example.com";
const run = (args: string[], input = {}) => terminal.run(["subscriber", ...args], input);

test("add requests a subscription, find prints what is stored, and erase deletes it", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  const choice = ["-c", "api", "--language", "es", "--time-zone", "Europe/Madrid", "--reminder", "Day"];
  // Adding a subscriber works without an API key.
  expect(await run(["add", address, ...choice], { env: { DAYMARK_KEY: "" } })).toEqual({
    code: 0,
    stdout: `${address} gets an email with a link to confirm, unless it is already subscribed.\n`,
    stderr: "",
  });
  const row = await findByAddress(address);
  expect(row).toMatchObject({ state: "unconfirmed", components: [componentID], language: "es" });
  await daymark.fetch(`${linkOf(row)}/confirm`, { method: "POST" });

  const output = await run(["find", "-"], { stdin: `${address}\n` });
  expect(output).toMatchObject({ code: 0, stderr: "" });
  expect(output.stdout.replace(/\d{4}-\d\d-\d\d \d\d:\d\d/g, "TIME")).toBe(`${address}: confirmed
  ID         ${row.subscriber_id}
  Requested  TIME UTC
  Confirmed  TIME UTC
  About      API
  Reminders  a day before
  Language   es, times in Europe/Madrid
  Emails     1 email
`);
  const { stdout } = await run(["find", address, "--json"]);
  expect(JSON.parse(stdout)).toMatchObject({ subscriber: { emailAddress: address, state: "confirmed" } });

  expect(await run(["erase", address])).toEqual({
    code: 0,
    stdout: `Erased what was stored about ${address}.\n`,
    stderr: "",
  });
  expect(await findSubscribers("WHERE email_address = ?", address)).toEqual([]);
  expect((await run(["find", address])).stdout).toMatch(/^An address that is no longer stored: ended\n/);
  expect((await run(["erase", address, "--no-mark"])).code).toBe(0);
  expect((await run(["find", address])).stdout).toBe(`No subscriber has exactly the address ${address}.\n`);
});

test("list prints the subscribers of all pages that a search finds", async () => {
  for (let number = 1; number <= 52; number += 1)
    await daymark.db
      .prepare(
        `INSERT INTO subscribers (subscriber_id, email_address, address_key, state, everything, created_at)
        VALUES (?1, ?1 || '@listed.example', ?1, iif(?2 = 1, 'unconfirmed', 'confirmed'), 1, '2026-01-01T00:00:00.000Z')`,
      )
      .bind(`listed-${number}`, number)
      .run();
  const { stdout } = await run(["list", "--search", "@listed.example"]);
  const lines = stdout.trimEnd().split("\n");
  expect(lines).toHaveLength(52);
  expect(lines[0]).toBe("● confirmed    listed-52@listed.example  email, everything");
  const unconfirmed = await run(["list", "--search", "@listed", "--state", "unconfirmed", "--json"]);
  expect(JSON.parse(unconfirmed.stdout)).toMatchObject({
    subscribers: [{ address: "listed-1@listed.example" }],
  });
  expect((await run(["list", "--search", "@nowhere.example"])).stdout).toBe("No subscriber is like this.\n");
  expect((await run(["list", "--channel", "fax"])).code).toBe(2);
});

test("add subscribes to groups, and find names them before the components", async () => {
  await makeGroup(daymark, { name: "Platform" });
  await makeComponent(daymark, { name: "Website" });
  const follower = "follower@example.com";
  expect((await run(["add", follower, "-g", "platform", "-c", "website"])).code).toBe(0);
  expect((await run(["find", follower])).stdout).toContain("  About      Platform, Website\n");
  expect(await run(["add", follower, "--group", "Europe"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There is no group "Europe".'),
  });
});

test("add takes both reminders of maintenances, and refuses others", async () => {
  const early = "early@example.com";
  expect((await run(["add", early, "--reminder", "hour", "--reminder", "day"])).code).toBe(0);
  expect((await run(["find", early])).stdout).toContain("  Reminders  a day before and an hour before\n");
  expect(await run(["add", early, "--reminder", "week"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Unknown reminder "week". Use one of: day, hour.'),
  });
});

test("find and erase require a key with the scope all", async () => {
  for (const scope of ["read", "notices", "metrics"] as const) {
    const env = { DAYMARK_KEY: await makeApiKey(daymark, { scopes: [scope] }) };
    for (const command of ["find", "erase"]) {
      const { code, stdout, stderr } = await run([command, address], { env });
      expect([code, stdout]).toEqual([4, ""]);
      expect(stderr).toContain(`its scope is ${scope}, and this call needs all.`);
    }
  }
});

test("add refuses invalid addresses and unknown components, and stores nothing while email is off", async () => {
  expect(await run(["add", "nobody"])).toMatchObject({ code: 1, stdout: "" });
  expect(await run(["add", "other@example.com", "-c", "Nothing"])).toMatchObject({
    code: 2,
    stdout: "",
  });
  await enableMail(daymark, false);
  const message = "has email turned off, so nobody can confirm a subscription. Nothing was stored.\n";
  await expect
    .poll(() => run(["add", "other@example.com"]))
    .toEqual({ code: 1, stdout: "", stderr: `${daymark.url} ${message}` });
  expect(await findSubscribers("WHERE email_address = ?", "other@example.com")).toEqual([]);
});
