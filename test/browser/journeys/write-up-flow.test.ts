import { afterEach, beforeAll, expect, test } from "vitest";
import { answer } from "../../../tools/demo/client.ts";
import { MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { expectAccessible, expectAccessibleOnPhone } from "../../support/browser/axe.ts";
import { mailsOf } from "../../support/readers/mail.ts";
import { type Product, startProduct } from "../../support/starters/product.ts";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterEach(() => product.closePages());

const phone = { width: 360, height: 740 };

async function makeSubscriber(emailAddress: string) {
  const { api, mailbox } = product;
  await answer(api.subscribers.subscribe.$post({ json: { emailAddress } }));
  const link = async () => {
    const texts = (await mailsOf(mailbox)).map(({ text }) => text ?? "");
    return texts.flatMap((text) => /http[^\s>]+\/subscriptions\/[^\s>]+/.exec(text) ?? []).at(-1);
  };
  await expect.poll(link).toBeDefined();
  const page = await product.revisit();
  await page.goto((await link()) ?? "");
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByRole("heading", { name: "You're subscribed" }).waitFor();
}

async function makeResolvedIncident() {
  const { api } = product;
  const { componentID } = await answer(api.components.$post({ json: { name: "API" } }));
  const createdAt = new Date(Date.now() - 90 * MINUTE_MS).toISOString();
  const { incidentID } = await answer(
    api.incidents.$post({
      json: {
        name: "Sign-in is slow",
        status: "Identified",
        message: "A disk is full.",
        createdAt,
        components: [{ componentID, status: "Degraded Performance" }],
        notifySubscribers: false,
      },
    }),
  );
  const json = { status: "Resolved", restoreComponents: true, notifySubscribers: false } as const;
  await answer(api.incidents[":incidentID"].$patch({ param: { incidentID }, json }));
  return incidentID;
}

/** Reads what visitors, feeds, other status tools and subscribers get of the write-up. */
async function published(incidentID: string) {
  const read = async (path: string) => fetch(product.statusPage + path);
  const path = `/incidents/${incidentID}/postmortem`;
  const v2 = await (await read("/api/v2/incidents.json")).json();
  const page = await read(path);
  return {
    page: page.ok && (await page.text()).includes("<strong>bigger</strong> disk"),
    markdown: (await (await read(`${path}.md`)).text()).includes("**bigger** disk"),
    feeds: await Promise.all(
      ["rss", "atom", "json"].map(async (format) =>
        (await (await read(`/history.${format}`)).text()).includes(`${path}`),
      ),
    ),
    v2: v2.incidents.find(({ id }: { id: string }) => id === incidentID).status,
    mails: (await mailsOf(product.mailbox)).filter(({ subject }) => subject?.includes("Sign-in is slow"))
      .length,
  };
}

test("a write-up is begun from the record on a phone, published with an email, and unpublished", async () => {
  const { api } = product;
  const emailNotification = { enable: true, sourceEmailAddress: "status@example.com" };
  await answer(api.settings.$patch({ json: { serviceName: "Acme", emailNotification } }));
  await makeSubscriber("reader@example.com");
  const incidentID = await makeResolvedIncident();
  const nothing = { page: false, markdown: false, feeds: [false, false, false], v2: "resolved", mails: 0 };

  const console = await product.reopenConsole("/incidents", { viewport: phone });
  await console.getByRole("button", { name: /^More for / }).click();
  await console.getByRole("button", { name: /^Write-up/ }).click();
  await console.getByRole("button", { name: "Insert outline" }).click();
  const text = console.getByLabel("Text");
  await expect.poll(() => text.inputValue()).toContain("## Root cause");
  const outline = await text.inputValue();
  expect(outline).toContain("Sign-in is slow lasted 1 hour, 30 minutes");
  expect(outline).toContain("**Identified**: A disk is full.");
  await text.fill(`${outline}\n\nWe need a **bigger** disk.`);
  await console.getByRole("button", { name: "Preview" }).click();
  const preview = console.getByRole("region", { name: "Preview" });
  await preview.getByRole("heading", { name: "Root cause" }).waitFor();
  expect(await preview.locator("strong").last().textContent()).toBe("bigger");
  await expectAccessible(console);
  await expectAccessibleOnPhone(console);
  await console.getByRole("button", { name: /^Save draft/ }).click();
  await console.getByText(/^Only administrators see it\./).waitFor();
  expect(await published(incidentID)).toEqual(nothing);

  await console.getByRole("button", { name: "Publish …" }).click();
  const dialog = console.getByRole("dialog", { name: "Publish write-up" });
  await dialog.getByLabel("Email subscribers").check();
  await dialog.getByText("1 person gets one email.").waitFor();
  await expectAccessible(console);
  await console.setViewportSize(phone);
  await dialog.getByRole("button", { name: "Publish" }).click();
  await dialog.waitFor({ state: "detached" });
  const link = console.getByRole("group", { name: "Publish write-up" }).getByRole("link");
  expect(await link.getAttribute("href")).toBe(`${product.statusPage}/incidents/${incidentID}/postmortem`);
  await expect
    .poll(() => published(incidentID))
    .toEqual({ page: true, markdown: true, feeds: [true, true, true], v2: "postmortem", mails: 1 });
  await expectAccessible(console);
  await console.setViewportSize(phone);
  expect(await console.getByRole("button", { name: /^Email subscribers/ }).count()).toBe(0);

  await console.getByRole("link", { name: "Sign-in is slow" }).click();
  await console.getByRole("link", { name: "Write-up: published" }).click();
  await console.getByRole("button", { name: "Unpublish" }).click();
  await console.getByText(/^Only administrators see it\./).waitFor();
  await expect.poll(() => published(incidentID)).toEqual({ ...nothing, mails: 1 });
});
