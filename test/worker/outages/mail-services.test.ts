import { afterAll, beforeAll, expect, test } from "vitest";
import { type MailServices, startMailServices } from "../../support/fakes/mail/mail-services.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let services: MailServices;
let daymark: Daymark;
beforeAll(async () => {
  services = await startMailServices();
  daymark = await startDaymark({ vars: services.vars });
});
afterAll(async () => {
  await daymark.stop();
  await services.stop();
});

test("an email service with a key that doesn't answer within ten seconds is said, and nothing is stored", async () => {
  services.answerWith("silent");
  const emailNotification = { enable: true, sourceEmailAddress: "status@example.org" };
  const json = { mailProvider: "resend" as const, mailKey: "re_key", emailNotification };
  const response = await daymark.administrator.settings.$patch({ json });
  expect([response.status, await response.json()]).toEqual([
    502,
    { errorMessage: "Resend did not answer within 10 seconds." },
  ]);
});
