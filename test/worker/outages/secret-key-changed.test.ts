import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { enableMail, subscribers } from "../../support/factories/make-subscribers.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

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
const { requestSubscription, makeConfirmed, findSubscribers } = subscribers(() => daymark);

async function startWithAnotherKey() {
  await daymark.stop();
  daymark = await startDaymark({ stateDir, vars: { SECRET_KEY: "another" } });
}
const find = async (emailAddress: string) =>
  (await answer(daymark.administrator.subscribers.find.$post({ json: { emailAddress } }))).subscriber;

test("after a change of the secret key, a subscriber is still found and erased by address", async () => {
  const { email_address: emailAddress } = await makeConfirmed();
  await startWithAnotherKey();
  expect(await find(emailAddress.toUpperCase())).toMatchObject({ emailAddress, state: "confirmed" });
  await answer(daymark.administrator.subscribers.erase.$post({ json: { emailAddress, keepMark: false } }));
  expect([await find(emailAddress), await findSubscribers("")]).toEqual([null, []]);
});

test("after a change of the secret key, a subscriber who subscribes again isn't duplicated", async () => {
  const [first, second] = [await makeConfirmed(), await makeConfirmed()];
  await startWithAnotherKey();
  await requestSubscription({ emailAddress: first.email_address });
  const states = (await findSubscribers("")).map(({ email_address, state }) => [email_address, state]);
  expect(states.sort()).toEqual(
    [first, second].map(({ email_address }) => [email_address, "confirmed"]).sort(),
  );
});
