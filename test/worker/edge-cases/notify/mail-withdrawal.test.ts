import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DAY_MS, MINUTE_MS } from "../../../../worker/shared/time/domain.ts";
import { makeIncident } from "../../../support/factories/factories.ts";
import {
  addressesOf,
  addSubscribers,
  manySubscribers,
} from "../../../support/factories/insert-subscribers.ts";
import { enableMail } from "../../../support/factories/make-subscribers.ts";
import { type RecordedMail, startRecordedMail } from "../../../support/readers/mail.ts";
import {
  countSendCalls,
  countWaiting,
  readDeliveries,
  runCronAhead,
} from "../../../support/readers/mail-deliveries.ts";
import { answer, type Daymark, startDaymark } from "../../../support/starters/daymark.ts";

let mail: RecordedMail;
let daymark: Daymark;
beforeAll(async () => {
  // At this rate mails are sent one after the other.
  mail = await startRecordedMail({ rate: 10, checksTime: false });
  daymark = await startDaymark({ vars: mail.vars });
});
beforeEach(async () => {
  mail.restoreResponses();
  await daymark.reset({ laterMs: 2 * DAY_MS });
  await enableMail(daymark);
  await mail.empty();
});
afterAll(() => Promise.all([daymark.stop(), mail.stop()]));

/** Emails are sent in the order of the subscribers' IDs. */
const inOrder = (count: number) => addressesOf(manySubscribers(count)).sort();

/** Posts an incident to 30 readers, and deletes it while the fifth email is sent. */
async function deleteDuringFifthEmail() {
  await addSubscribers(daymark, manySubscribers(30));
  let incidentID = "";
  mail.overrideResponses(async (_, forward) => {
    if (countSendCalls(mail) === 5)
      await daymark.administrator.incidents[":incidentID"].$delete({ param: { incidentID } });
    return forward();
  });
  ({ incidentID } = await makeIncident(daymark));
  await expect.poll(() => countWaiting(daymark)).toBe(0);
}

test("deleting an incident withdraws its waiting emails", async () => {
  await deleteDuringFifthEmail();
  expect(await mail.recipients()).toEqual(inOrder(30).slice(0, 5));
  expect((await readDeliveries(daymark)).at(-1)).toMatchObject({
    state: "withdrawn",
    error: "The incident was deleted.",
  });
});

test("after a deletion, only emails that a run has claimed wait for their turn, and the log counts all", async () => {
  await deleteDuringFifthEmail();
  expect(await readDeliveries(daymark)).toHaveLength(12);
  const { messages } = await answer(daymark.administrator.mail.messages.$get());
  expect(messages).toMatchObject([{ sent: 5, withdrawn: 25, waiting: 0 }]);
});

test("a subscriber who unsubscribes while emails are being sent gets none", async () => {
  await addSubscribers(daymark, manySubscribers(25));
  mail.overrideResponses(async (_, forward) => {
    if (countSendCalls(mail) === 5)
      await daymark.db
        .prepare(
          "UPDATE subscribers SET state = 'ended' WHERE email_address IN ('reader-6@example.org', 'reader-22@example.org')",
        )
        .run();
    return forward();
  });
  await makeIncident(daymark);
  await expect.poll(() => countWaiting(daymark)).toBe(0);
  expect(await mail.recipients()).toEqual(inOrder(25).filter((address) => !/-(6|22)@/.test(address)));
});

test("an address that is erased while its email is being sent leaves no trace of that email", async () => {
  const [{ emailAddress } = { emailAddress: "" }] = manySubscribers(1);
  await addSubscribers(daymark, manySubscribers(1));
  mail.overrideResponses(async (_, forward) => {
    if (countSendCalls(mail) === 1)
      await daymark.administrator.subscribers.erase.$post({ json: { emailAddress, keepMark: false } });
    return forward();
  });
  await makeIncident(daymark);
  await expect.poll(async () => (await readDeliveries(daymark))[0]?.state, { timeout: 10_000 }).toBe("sent");
  const { results } = await daymark.db.prepare("SELECT subscriber_id, service_id FROM deliveries").all();
  expect(results).toEqual([{ subscriber_id: null, service_id: "" }]);
});

test("turning mail off withdraws all waiting emails", async () => {
  await addSubscribers(daymark, manySubscribers(30));
  mail.overrideResponses(async (_, forward) => {
    if (countSendCalls(mail) === 5)
      await daymark.administrator.settings.$patch({ json: { emailNotification: { enable: false } } });
    return forward();
  });
  await makeIncident(daymark);
  await expect.poll(() => countWaiting(daymark)).toBe(0);
  expect(await mail.recipients()).toEqual(inOrder(30).slice(0, 5));
  await enableMail(daymark);
  await mail.empty();
  await runCronAhead(daymark, MINUTE_MS);
  expect(countSendCalls(mail)).toBe(0);
});
