import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { enableMail, subscribers } from "../support/subscriptions.ts";

let stateDir: string;
let daymark: Daymark;
beforeEach(async () => {
  stateDir = await mkdtemp(join(tmpdir(), "daymark-secret-key-"));
  daymark = await startDaymark({ stateDir });
  await enableMail(daymark);
});
afterEach(async () => {
  await daymark.stop();
  await rm(stateDir, { recursive: true });
});
const { ask, confirmed, rows } = subscribers(() => daymark);

async function startWithAnotherKey() {
  await daymark.stop();
  daymark = await startDaymark({ stateDir, vars: { SECRET_KEY: "another" } });
}
const find = async (emailAddress: string) =>
  (await answer(daymark.administrator.subscribers.find.$post({ json: { emailAddress } }))).subscriber;

test("with another secret key a subscriber is found by the address, and erased", async () => {
  const { email_address: emailAddress } = await confirmed();
  await startWithAnotherKey();
  expect(await find(emailAddress.toUpperCase())).toMatchObject({ emailAddress, state: "confirmed" });
  await answer(daymark.administrator.subscribers.erase.$post({ json: { emailAddress, keepMark: false } }));
  expect([await find(emailAddress), await rows("")]).toEqual([null, []]);
});

test("with another secret key a subscriber who asks again stays one, and others stay as they are", async () => {
  const [first, second] = [await confirmed(), await confirmed()];
  await startWithAnotherKey();
  await ask({ emailAddress: first.email_address });
  const states = (await rows("")).map(({ email_address, state }) => [email_address, state]);
  expect(states.sort()).toEqual(
    [first, second].map(({ email_address }) => [email_address, "confirmed"]).sort(),
  );
});
