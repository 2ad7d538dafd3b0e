import { afterEach, beforeEach, expect, test } from "vitest";
import { enableMail, subscribers } from "../../support/factories/make-subscribers.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
beforeEach(async () => {
  daymark = await startDaymark();
  await enableMail(daymark);
});
afterEach(() => daymark.stop());
const { requestSubscription, makeConfirmed, findSubscribers } = subscribers(() => daymark);

const find = async (emailAddress: string) =>
  (await answer(daymark.administrator.subscribers.find.$post({ json: { emailAddress } }))).subscriber;

test("after a change of the secret key, a subscriber is still found and erased by address", async () => {
  const { email_address: emailAddress } = await makeConfirmed();
  await daymark.deploy({ SECRET_KEY: "another" });
  expect(await find(emailAddress.toUpperCase())).toMatchObject({ emailAddress, state: "confirmed" });
  await answer(daymark.administrator.subscribers.erase.$post({ json: { emailAddress, keepMark: false } }));
  expect([await find(emailAddress), await findSubscribers("")]).toEqual([null, []]);
});

test("after a change of the secret key, a subscriber who subscribes again isn't duplicated", async () => {
  const [first, second] = [await makeConfirmed(), await makeConfirmed()];
  await daymark.deploy({ SECRET_KEY: "another" });
  await requestSubscription({ emailAddress: first.email_address });
  const states = (await findSubscribers("")).map(({ email_address, state }) => [email_address, state]);
  expect(states.sort()).toEqual(
    [first, second].map(({ email_address }) => [email_address, "confirmed"]).sort(),
  );
});
