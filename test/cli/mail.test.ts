import { expect, test } from "vitest";
import { makeApiKey } from "../support/factories/factories.ts";
import { addSubscribers, manySubscribers } from "../support/factories/insert-subscribers.ts";
import { startRecordedMail } from "../support/readers/mail.ts";
import { openTerminal } from "../support/starters/command-line.ts";
import { answer, startDaymark } from "../support/starters/daymark.ts";

test("subscribers get an email about each update, unless --no-mail is set", async () => {
  const mail = await startRecordedMail();
  const daymark = await startDaymark({ vars: mail.vars });
  const terminal = await openTerminal({ DAYMARK_URL: daymark.url, DAYMARK_KEY: await makeApiKey(daymark) });
  const emailNotification = { enable: true, sourceEmailAddress: "status@example.org" };
  await answer(daymark.administrator.settings.$patch({ json: { emailNotification } }));
  await addSubscribers(daymark, manySubscribers(1));

  for (const args of [
    ["open", "Quiet", "--no-mail"],
    ["update", "-s", "monitoring"],
    ["resolve", "--no-mail"],
  ])
    expect(await terminal.run(["incident", ...args])).toMatchObject({ code: 0, stderr: "" });
  const { messages } = await answer(daymark.administrator.mail.messages.$get());
  expect(messages.map(({ name, status }) => [name, status])).toEqual([["Quiet", "Monitoring"]]);

  await terminal.remove();
  await daymark.stop();
  await mail.stop();
});
