import { expect, test } from "vitest";
import { openTerminal } from "../support/command-line.ts";
import { answer, startDaymark } from "../support/daymark.ts";
import { makeApiKey } from "../support/factories.ts";
import { startWatchedMail } from "../support/mail.ts";
import { addSubscribers, manySubscribers } from "../support/subscribers.ts";

test("subscribers hear what the command line posts, unless it says --no-mail", async () => {
  const mail = await startWatchedMail();
  const daymark = await startDaymark({ vars: mail.vars });
  const terminal = await openTerminal({ DAYMARK_URL: daymark.url, DAYMARK_KEY: await makeApiKey(daymark) });
  const emailNotification = { enable: true, sourceEmailAddress: "status@example.org" };
  await answer(daymark.administrator.settings.$patch({ json: { emailNotification } }));
  await addSubscribers(daymark, manySubscribers(1));

  for (const args of [
    ["open", "Untold", "--no-mail"],
    ["update", "-s", "monitoring"],
    ["resolve", "--no-mail"],
  ])
    expect(await terminal.run(["incident", ...args])).toMatchObject({ code: 0, stderr: "" });
  const { messages } = await answer(daymark.administrator.mail.messages.$get());
  expect(messages.map(({ name, status }) => [name, status])).toEqual([["Untold", "Monitoring"]]);

  await terminal.remove();
  await daymark.stop();
  await mail.stop();
});
