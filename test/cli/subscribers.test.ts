import { afterAll, beforeAll, expect, test } from "vitest";
import { openTerminal, type Terminal } from "../support/command-line.ts";
import { type Daymark, startDaymark } from "../support/daymark.ts";
import { makeApiKey, makeComponent } from "../support/factories.ts";
import { startWatchedMail } from "../support/mail.ts";
import { linkOf } from "../support/subscription-links.ts";
import { enableMail, subscribers } from "../support/subscriptions.ts";

let daymark: Daymark;
let mail: Awaited<ReturnType<typeof startWatchedMail>>;
let terminal: Terminal;
beforeAll(async () => {
  mail = await startWatchedMail();
  daymark = await startDaymark({ vars: mail.vars });
  await enableMail(daymark);
  terminal = await openTerminal({ DAYMARK_URL: daymark.url, DAYMARK_KEY: await makeApiKey(daymark) });
});
afterAll(async () => {
  await terminal.remove();
  await daymark.stop();
  await mail.stop();
});
const { byAddress, rows } = subscribers(() => daymark);
const address = "reader@example.com";
const subscriber = (args: string[], more = {}) => terminal.run(["subscriber", ...args], more);

test("a subscriber is asked to confirm, found with what is stored, and erased", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  const choice = ["-c", "api", "--language", "es", "--time-zone", "Europe/Madrid"];
  // No API key is needed to ask.
  expect(await subscriber(["add", address, ...choice], { env: { DAYMARK_KEY: "" } })).toEqual({
    code: 0,
    stdout: `${address} gets an email with a link to confirm, unless it is already subscribed.\n`,
    stderr: "",
  });
  const stored = await byAddress(address);
  expect(stored).toMatchObject({ state: "unconfirmed", components: [componentID], language: "es" });
  await daymark.fetch(`${linkOf(stored)}/confirm`, { method: "POST" });

  const found = await subscriber(["find", "-"], { stdin: `${address}\n` });
  expect(found).toMatchObject({ code: 0, stderr: "" });
  expect(found.stdout.replace(/\d{4}-\d\d-\d\d \d\d:\d\d/g, "TIME")).toBe(`${address}: confirmed
  ID         ${stored.subscriber_id}
  Requested  TIME UTC
  Confirmed  TIME UTC
  About      API
  Language   es, times in Europe/Madrid
  Emails     1 email
`);
  const { stdout } = await subscriber(["find", address, "--json"]);
  expect(JSON.parse(stdout)).toMatchObject({ subscriber: { emailAddress: address, state: "confirmed" } });

  expect(await subscriber(["erase", address])).toEqual({
    code: 0,
    stdout: `Erased what was stored about ${address}.\n`,
    stderr: "",
  });
  expect(await rows("WHERE email_address = ?", address)).toEqual([]);
  expect((await subscriber(["find", address])).stdout).toMatch(
    /^An address that is no longer stored: ended\n/,
  );
  expect((await subscriber(["erase", address, "--no-mark"])).code).toBe(0);
  expect((await subscriber(["find", address])).stdout).toBe(`Nothing is stored about ${address}.\n`);
});

test("only a key that may do everything reaches subscribers", async () => {
  for (const scope of ["read", "notices", "metrics"] as const) {
    const env = { DAYMARK_KEY: await makeApiKey(daymark, { scopes: [scope] }) };
    for (const command of ["find", "erase"]) {
      const { code, stdout, stderr } = await subscriber([command, address], { env });
      expect([code, stdout]).toEqual([4, ""]);
      expect(stderr).toContain(`its scope is ${scope}, and this call needs all.`);
    }
  }
});

test("what nobody could confirm or be is refused, and nothing is stored", async () => {
  expect(await subscriber(["add", "nobody"])).toMatchObject({ code: 1, stdout: "" });
  expect(await subscriber(["add", "other@example.com", "-c", "Nothing"])).toMatchObject({
    code: 2,
    stdout: "",
  });
  await enableMail(daymark, false);
  const said = "has email turned off, so nobody can confirm a subscription. Nothing was stored.\n";
  await expect
    .poll(() => subscriber(["add", "other@example.com"]))
    .toEqual({ code: 1, stdout: "", stderr: `${daymark.url} ${said}` });
  expect(await rows("WHERE email_address = ?", "other@example.com")).toEqual([]);
});
