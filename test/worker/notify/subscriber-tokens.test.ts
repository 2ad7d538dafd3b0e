import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeIncident } from "../../support/factories/factories.ts";
import { enableMail, newClientHeaders, subscribers } from "../../support/factories/make-subscribers.ts";
import { linkOf, unsubscribeLinkOf } from "../../support/factories/subscription-links.ts";
import { dump } from "../../support/readers/dump.ts";
import { parseHTML } from "../../support/readers/html.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark({
    vars: { STATUS_PAGE_URL: "https://status.example.org" },
  });
  await enableMail(daymark);
});
afterAll(() => daymark.stop());
const { makeUnconfirmed, makeConfirmed, findByID } = subscribers(() => daymark);

const mailsTo = async (emailAddress: string) =>
  (await daymark.mails()).filter(({ to }) => to?.[0]?.address === emailAddress);

/** Returns the subscription links in all emails to the address. */
async function linksSentTo(emailAddress: string) {
  const links = (await mailsTo(emailAddress)).flatMap(({ html, header }) => [
    ...[...parseHTML(html ?? "").querySelectorAll("a")].map((a) => a.getAttribute("href") ?? ""),
    header("List-Unsubscribe")?.slice(1, -1) ?? "",
  ]);
  return links.filter((link) => link.includes("/subscriptions/")).map((link) => new URL(link).pathname);
}

test("a database export contains no token of an email, and no text in it works as a token", async () => {
  const subscriber = await makeConfirmed();
  const { email_address, subscriber_id } = subscriber;
  await makeIncident(daymark);
  // The first says how to confirm, or that the address is subscribed if it was confirmed before the email was written.
  await expect.poll(() => mailsTo(email_address)).toHaveLength(2);
  const tokens = new Set((await linksSentTo(email_address)).map((path) => path.split("/")[3] ?? ""));
  expect(tokens.size).toBe(2);
  const dumpText = await dump(daymark);
  expect(dumpText).toContain(email_address);
  for (const token of tokens) expect(dumpText).not.toContain(token);
  // With an unkeyed hash, anyone could check a guessed address.
  expect(dumpText).not.toContain(createHash("sha256").update(email_address).digest("hex"));
  const texts = new Set(dumpText.match(/"[^"]+"|\d+/g)?.map((text) => text.replaceAll('"', "")));
  for (const text of texts)
    for (const path of ["", "/unsubscribe"]) {
      const link = `/subscriptions/${subscriber_id}/${encodeURIComponent(text)}${path}`;
      expect([link, (await daymark.fetch(link, { redirect: "follow" })).status]).toEqual([link, 404]);
    }
});

test("an email's List-Unsubscribe header has the token that can only unsubscribe, and its button doesn't", async () => {
  const subscriber = await makeUnconfirmed();
  await expect.poll(() => linksSentTo(subscriber.email_address)).toHaveLength(2);
  expect(await linksSentTo(subscriber.email_address)).toEqual([
    `${linkOf(subscriber)}/confirm`,
    unsubscribeLinkOf(subscriber),
  ]);
});

/** Each route of a subscription gives this to a token that can only unsubscribe. */
const withUnsubscribeToken: Record<string, "page" | "404"> = {
  "GET /subscriptions/:subscriberID/:token": "404",
  "POST /subscriptions/:subscriberID/:token": "404",
  "POST /subscriptions/:subscriberID/:token/test": "404",
  "POST /subscriptions/:subscriberID/:token/again": "404",
  "POST /subscriptions/:subscriberID/:token/resume": "404",
  "POST /subscriptions/:subscriberID/:token/secret": "404",
  "POST /subscriptions/:subscriberID/:token/new-secret": "404",
  "GET /subscriptions/:subscriberID/:token/data": "404",
  "GET /subscriptions/:subscriberID/:token/confirm": "404",
  "POST /subscriptions/:subscriberID/:token/confirm": "404",
  "GET /subscriptions/:subscriberID/:token/unsubscribe": "page",
  "POST /subscriptions/:subscriberID/:token/unsubscribe": "page",
};

test("the table has every route of a subscription", async () => {
  const routes: string[] = await (await fetch(`${daymark.url}/x-test-routes`)).json();
  const subscriptionRoutes = routes.filter((route) => route.includes(" /subscriptions/"));
  expect(Object.keys(withUnsubscribeToken).sort()).toEqual(subscriptionRoutes.sort());
});

test.for(Object.entries(withUnsubscribeToken))(
  "with a token that can only unsubscribe, %s is a %s",
  async ([route, result]) => {
    const [method = "", pattern = ""] = route.split(" ");
    const form = {
      headers: newClientHeaders(),
      body: new URLSearchParams({ about: "everything", timeZone: "UTC" }),
    };
    for (const subscriber of [await makeUnconfirmed(), await makeConfirmed()]) {
      const [, , id = "", token = ""] = unsubscribeLinkOf(subscriber).split("/");
      const path = pattern.replace(":subscriberID", id).replace(":token", token);
      const unknown = pattern.replace(":subscriberID", id).replace(":token", "0".repeat(64));
      const send = (target: string) => daymark.fetch(target, { method, ...(method === "POST" && form) });
      const response = await send(path);
      const page = await response.text();
      expect(page).not.toContain(subscriber.email_address);
      if (result === "page") {
        expect(response.status).toBe(200);
        const after = await findByID(subscriber);
        expect(after).toEqual(method === "POST" ? expect.objectContaining({ state: "ended" }) : subscriber);
      } else {
        const other = await send(unknown);
        expect([response.status, page.replaceAll(path, "")]).toEqual([
          404,
          (await other.text()).replaceAll(unknown, ""),
        ]);
        expect(await findByID(subscriber)).toEqual(subscriber);
      }
    }
  },
);

test("a returning subscriber gets new links, and the old ones stop working", async () => {
  const before = await makeConfirmed();
  await daymark.fetch(unsubscribeLinkOf(before), { method: "POST" });
  const body = JSON.stringify({ emailAddress: before.email_address });
  await daymark.fetch("/api/subscribers/subscribe", { method: "POST", headers: newClientHeaders(), body });
  const after = await findByID(before);
  expect(after).toMatchObject({ state: "unconfirmed" });
  for (const link of [linkOf(before), unsubscribeLinkOf(before)])
    expect((await daymark.fetch(link)).status).toBe(404);
  for (const link of [linkOf(after), unsubscribeLinkOf(after)])
    expect((await daymark.fetch(link)).status).toBe(200);
});
