import { setTimeout as wait } from "node:timers/promises";
import { makeInstallation } from "../../../test/support/starters/installation.ts";
import { answer } from "../../../tools/demo/client.ts";
import { MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import type { Writer } from "./journal.ts";

const WRITERS = 4;

export type Installation = Awaited<ReturnType<typeof prepareInstallation>>;

/** Starts `npm start` as a process of its own, with a subscriber, so that each update has a message in the outbox. */
export async function prepareInstallation() {
  const installation = await makeInstallation({ DEMO: "off" });
  const server = await installation.start();
  const api = await installation.administrator();
  const emailNotification = { enable: true, sourceEmailAddress: "status@example.org" };
  await answer(api.settings.$patch({ json: { emailNotification } }));
  await subscribe(installation.statusPage, `http://localhost:${installation.ports.at(-1)}`);
  const { value: key } = await answer(api.settings.apikeys.$post({ json: {} }));
  const writers: Writer[] = [];
  for (let number = 0; number < WRITERS; number += 1) {
    const { componentID } = await answer(api.components.$post({ json: { name: `Component ${number}` } }));
    const metric = { type: "Self", title: `Metric ${number}`, status: "Visible" } as const;
    const { metricID } = await answer(api.metrics.$post({ json: metric }));
    writers.push({ number, componentID, metricID, notices: [], status: "Operational", pointCount: 0 });
  }
  return { ...installation, server, key, writers };
}

async function subscribe(statusPage: string, mailbox: string): Promise<void> {
  const body = JSON.stringify({ emailAddress: "reader@example.org" });
  await fetch(`${statusPage}/api/subscribers/subscribe`, { method: "POST", body });
  const deadline = Date.now() + MINUTE_MS;
  while (Date.now() < deadline) {
    const mails = await (await fetch(`${mailbox}/store`)).text();
    const [link] = /\/subscriptions\/\w+\/\w+/.exec(mails) ?? [];
    if (link !== undefined) {
      const response = await fetch(`${statusPage}${link}/confirm`, { method: "POST" });
      if (!response.ok) throw new Error(`The confirmation got ${response.status}.`);
      return;
    }
    await wait(200);
  }
  throw new Error("No confirmation email came.");
}
