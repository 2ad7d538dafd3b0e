import type { Locator, Page } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { answer } from "../../tools/demo/client.ts";
import { callAero } from "../support/browser/aero.ts";
import { thumbOn } from "../support/browser/thumb.ts";
import { mailsOf } from "../support/readers/mail.ts";
import { type Product, startProduct } from "../support/starters/product.ts";

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const name = "Card payments fail";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
  const { api } = product;
  for (const component of ["API", "Dashboard", "Website"])
    await answer(api.components.$post({ json: { name: component } }));
  const emailNotification = { enable: true, sourceEmailAddress: "status@example.com" };
  await answer(api.settings.$patch({ json: { serviceName: "Acme", emailNotification } }));
});
afterEach(() => product.closePages());

test("with a thumb, an operator opens, updates, resolves and writes up an incident, and all readers agree", async () => {
  await subscribe("reader@example.com");
  const page = await product.reopenConsole("/metrics", phone);
  const thumb = thumbOn(page);
  const composer = page.getByRole("region", { name: "Post an update" });
  const message = (form: Locator) => form.getByLabel("Message", { exact: true });

  /** It covers a part of the form, which must stay small. */
  const expectLowSaveBar = async () => {
    await composer.getByText("1 person gets an email.").waitFor();
    const box = await composer.locator("[data-save-bar]").boundingBox();
    expect(box?.height).toBeLessThanOrEqual(120);
  };

  await thumb.tap(page.getByRole("link", { name: "Report incident" }));
  const dialog = page.getByRole("dialog", { name: "Add Incident" });
  await thumb.type(dialog.getByLabel("Name"), name);
  await thumb.tap(message(dialog));
  await thumb.type(message(dialog), "We are looking into it.");
  for (const component of ["API", "Dashboard"])
    await thumb.tap(
      dialog.getByLabel(component, { exact: true }).getByRole("radio", { name: "Partial Outage" }),
    );
  await thumb.tap(dialog.getByRole("button", { name: "Add", exact: true }));
  await dialog.waitFor({ state: "detached" });
  expect(thumb.takeCount()).toBeLessThanOrEqual(5);
  await expectReaders({
    headline: "Partial System Outage",
    status: "Investigating",
    text: "We are looking into it.",
    affected: ["API", "Dashboard"],
  });

  await thumb.tap(page.getByRole("link", { name: "Post update" }));
  await thumb.type(message(composer), "A card network is down.");
  await expectLowSaveBar();
  await thumb.tap(composer.getByRole("button", { name: "Post update" }));
  await page.getByRole("region", { name: "Previous Updates" }).getByText("A card network is down.").waitFor();
  expect(thumb.takeCount()).toBeLessThanOrEqual(2);
  await expectReaders({
    headline: "Partial System Outage",
    status: "Investigating",
    text: "A card network is down.",
    affected: ["API", "Dashboard"],
  });

  await thumb.tap(composer.getByRole("radio", { name: "Resolved" }));
  const restores = composer.getByRole("checkbox", {
    name: /^Restore components|^Back to Operational: API, Dashboard/,
  });
  await restores.waitFor();
  expect(await restores.isChecked()).toBe(true);
  await expectLowSaveBar();
  await thumb.tap(composer.getByRole("button", { name: "Resolve", exact: true }));
  await page.getByRole("region", { name: "Previous Updates" }).getByText("Resolved").waitFor();
  expect(thumb.takeCount()).toBeLessThanOrEqual(2);
  await expectReaders({
    headline: "All Systems Operational",
    status: "Resolved",
    text: "",
    affected: [],
  });

  await thumb.tap(page.getByRole("button", { name: "Commands" }));
  await thumb.type(page.getByRole("combobox", { name: "Command or name" }), "write up");
  await thumb.tap(page.getByRole("option", { name: `Write up ${name}` }));
  await thumb.tap(page.getByLabel("Text"));
  await thumb.type(page.getByLabel("Text"), "A cable was cut.");
  await thumb.tap(page.getByRole("button", { name: "Publish …" }));
  const publishing = page.getByRole("dialog", { name: "Publish write-up" });
  await thumb.tap(publishing.getByLabel("Email subscribers"));
  await thumb.tap(publishing.getByRole("button", { name: "Publish", exact: true }));
  await publishing.waitFor({ state: "detached" });
  expect(thumb.takeCount()).toBe(6);
  await expectWriteUp("A cable was cut.");
});

let visitorPage: Page | undefined;

/** The visitor looks at everything in one tab. */
async function openPage(path: string): Promise<Page> {
  visitorPage ??= await product.revisit(path);
  await visitorPage.goto(product.statusPage + path);
  return visitorPage;
}

interface Expected {
  headline: string;
  status: "Investigating" | "Resolved";
  text: string;
  affected: string[];
}

/** Expects the same on the page, in the feed, with a client of /api/v2, and in the mailbox. */
async function expectReaders({ headline, status, text, affected }: Expected) {
  const visitor = await openPage("/");
  await visitor.getByRole("heading", { name: headline, level: 1 }).waitFor();
  const notice = visitor.locator(".notice").filter({ hasText: name });
  expect(await notice.textContent()).toContain(status);
  expect(await notice.textContent()).toContain(text);
  const list = visitor.getByRole("region", { name: "Components" });
  for (const component of ["API", "Dashboard", "Website"]) {
    const row = list.getByRole("listitem").filter({ hasText: component }).locator(".status");
    expect(await row.textContent()).toBe(affected.includes(component) ? "Partial Outage" : "Operational");
  }

  const [entry] = await feedItems();
  expect(entry?.title).toContain(name);
  expect(entry?.content_html).toContain(status);
  expect(entry?.content_html).toContain(text);

  const [summary, [incident]] = await callAero<[Summary, V2Incident[]]>(
    product.statusPage,
    ["summary"],
    ["incidents"],
  );
  expect(summary.status.description).toBe(headline);
  expect(summary.incidents.map((incident) => incident.name)).toEqual(status === "Resolved" ? [] : [name]);
  expect(incident).toMatchObject({ name, status: status.toLowerCase() });
  expect(incident?.updates.map(({ description = "" }) => description).join("\n")).toContain(text);

  await expectMail(`[Acme] ${status}: ${name}`, text);
}

async function expectWriteUp(text: string) {
  const visitor = await openPage("/");
  const past = visitor.locator(".past").filter({ hasText: name });
  await past.getByRole("heading").click();
  await past.getByRole("link", { name: "Write-up" }).click();
  await visitor.getByText(text).waitFor();
  expect(JSON.stringify(await feedItems())).toContain(text);
  const [[incident]] = await callAero<[V2Incident[]]>(product.statusPage, ["incidents"]);
  expect(incident).toMatchObject({ name, status: "postmortem" });
  await expectMail(name, text);
}

interface Summary {
  status: { description: string };
  incidents: { name: string }[];
}

interface V2Incident {
  name: string;
  status: string;
  updates: { description?: string }[];
}

async function feedItems(): Promise<{ title: string; content_html: string }[]> {
  const response = await fetch(`${product.statusPage}/history.json`);
  return (await response.json()).items;
}

/** Email leaves when its update can't be undone any more. */
async function expectMail(subject: string, text: string) {
  const mails = async () => (await mailsOf(product.mailbox)).map((mail) => [mail.subject, mail.text ?? ""]);
  await expect.poll(mails).toContainEqual([expect.stringContaining(subject), expect.stringContaining(text)]);
}

async function subscribe(emailAddress: string) {
  await answer(product.api.subscribers.subscribe.$post({ json: { emailAddress } }));
  const findLink = async () => {
    const texts = (await mailsOf(product.mailbox)).map((mail) => mail.text ?? "");
    return /http[^\s>]+\/subscriptions\/[^\s>]+/.exec(texts.join("\n"))?.[0];
  };
  await expect.poll(findLink).toBeDefined();
  const visitor = await openPage(new URL((await findLink()) ?? "").pathname);
  await visitor.getByRole("button", { name: "Confirm" }).click();
  await visitor.getByRole("heading", { name: "You're subscribed" }).waitFor();
}
