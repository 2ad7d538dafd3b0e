import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { answer } from "../../tools/demo/client.ts";
import { MINUTE_MS } from "../../worker/shared/time/domain.ts";
import { mailsOf } from "../support/readers/mail.ts";
import { type Product, startProduct } from "../support/starters/product.ts";

let product: Product;
let incidentID: string;

beforeAll(async () => {
  product = await startProduct();
  const { api } = product;
  const sourceEmailAddress = "status@example.com";
  const emailNotification = { enable: true, sourceRegion: "us-west-2", sourceEmailAddress } as const;
  await answer(api.settings.$patch({ json: { serviceName: "Acme", emailNotification } }));
  await api.subscribers.subscribe.$post({ json: { emailAddress: "reader@example.com" } });
  const link = /http\S+\/subscriptions\/[^\s>]+/;
  const confirmation = await vi.waitUntil(async () => link.exec((await newestMail())?.text ?? "")?.[0], {
    timeout: MINUTE_MS,
  });
  await fetch(confirmation, { method: "POST" });
  const { componentID } = await answer(api.components.$post({ json: { name: "API" } }));
  const incident = { name: "API is down", status: "Investigating", message: "We look into it." } as const;
  const components = [{ componentID, status: "Major Outage" as const }];
  const json = { ...incident, components, notifySubscribers: false };
  ({ incidentID } = await answer(api.incidents.$post({ json })));
});
afterEach(() => product.closePages());

const newestMail = async () => (await mailsOf(product.mailbox)).at(-1);
const queuedMail = async () => (await answer(product.api.mail.messages.$get())).messages;
const readFeed = async () => (await fetch(`${product.statusPage}/history.atom`)).text();

test("an update that is undone within ten seconds is gone from the page, the feed and the mail, and its text is back", async () => {
  const [feed, mails] = [await readFeed(), await mailsOf(product.mailbox)];
  const visitor = await product.revisit();
  const admin = await product.reopenConsole(`/incidents/${incidentID}`, {
    viewport: { width: 360, height: 740 },
  });
  await admin.getByRole("radio", { name: "Resolved" }).check();
  await admin.getByLabel("Message", { exact: true }).fill("Sent by **mistake**.");
  expect(await admin.getByLabel("Back to Operational: API").isChecked()).toBe(true);
  await admin.getByText("All Systems Operational").waitFor();

  await admin.getByRole("button", { name: "Preview" }).click();
  const panel = admin.getByRole("dialog", { name: "Preview" });
  await panel.getByText("1 person gets this, each in their own language and time zone.").waitFor();
  const email = panel.frameLocator("iframe");
  await email.getByText("API: Operational").waitFor();
  const heading = email.getByRole("heading", { name: "API is down" });
  await expect.poll(() => heading.evaluate((element) => getComputedStyle(element).fontSize)).toBe("22px");
  expect(await email.getByRole("link").count()).toBe(0);
  await admin.keyboard.press("Escape");

  await admin.getByRole("button", { name: "Resolve", exact: true }).click();
  await admin.getByText("Incident resolved. 1 person will be notified.").waitFor();
  expect(await queuedMail()).toMatchObject([{ status: "Resolved", waiting: 1, sent: 0 }]);
  await visitor.reload();
  await visitor.getByRole("heading", { name: "All Systems Operational" }).waitFor();

  const undo = admin.getByRole("button", { name: "Undo" });
  await admin.getByRole("button", { name: "Reopen" }).waitFor();
  expect((await undo.boundingBox())?.y).toBeGreaterThan(740 / 2);
  await undo.click();
  await admin.getByText("Undone. Nothing was sent.").waitFor();
  expect(await admin.getByLabel("Message", { exact: true }).inputValue()).toBe("Sent by **mistake**.");

  await visitor.reload();
  await visitor.getByRole("heading", { name: "Major System Outage" }).waitFor();
  expect(await visitor.content()).not.toContain("mistake");
  expect(await readFeed()).toBe(feed);
  expect(await queuedMail()).toEqual([]);
  expect(await mailsOf(product.mailbox)).toEqual(mails);
});

test("a deleted incident is back after Undo by the keyboard", async () => {
  const admin = await product.reopenConsole("/incidents");
  await admin.getByRole("button", { name: "More for API is down" }).click();
  await admin.getByRole("button", { name: "Delete API is down" }).click();
  await admin.getByRole("button", { name: "Delete", exact: true }).click();
  await admin.getByText("API is down was deleted.").waitFor();
  await admin.keyboard.press("Control+z");
  await admin.getByText("Undone. API is down is back.").waitFor();
  await admin.getByRole("button", { name: "Edit API is down" }).waitFor();
});

test("the toast about an update is beside the composer, and on a phone it is one line", async () => {
  for (const width of [1440, 1024, 390]) {
    const admin = await product.reopenConsole(`/incidents/${incidentID}`, {
      viewport: { width, height: 844 },
      hasTouch: width === 390,
      isMobile: width === 390,
    });
    await admin.getByLabel("Message", { exact: true }).fill(`Posted at ${width} px.`);
    await admin.getByRole("button", { name: /^Post update/ }).click();
    const undo = admin.getByRole("button", { name: /^Undo/ });
    await undo.waitFor();
    const toast = await admin.getByRole("group").filter({ has: undo }).boundingBox();
    const right = (toast?.x ?? 0) + (toast?.width ?? 0);
    const composer = await admin.getByRole("region", { name: "Post an update" }).boundingBox();
    if (width > 1000) expect(right).toBeLessThan(composer?.x ?? 0);
    else expect(toast?.height).toBeLessThanOrEqual(56);
  }
});
