import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Daymark, startDaymark } from "../support/daymark.ts";
import { dump } from "../support/dump.ts";
import { makeIncident } from "../support/factories.ts";
import { document } from "../support/html.ts";
import { leaveLinkOf, linkOf } from "../support/subscription-links.ts";
import { enableMail, someClient, subscribers } from "../support/subscriptions.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark({
    build: "faulty-worker",
    vars: { STATUS_PAGE_URL: "https://status.example.org" },
  });
  await enableMail(daymark);
});
afterAll(() => daymark.stop());
const { asked, confirmed, byID } = subscribers(() => daymark);

/** The links to their subscription in the mails that somebody got. */
async function linksSentTo(emailAddress: string) {
  const mails = (await daymark.mails()).filter(({ to }) => to?.[0]?.address === emailAddress);
  const links = mails.flatMap(({ html, header }) => [
    ...[...document(html ?? "").querySelectorAll("a")].map((a) => a.getAttribute("href") ?? ""),
    header("List-Unsubscribe")?.slice(1, -1) ?? "",
  ]);
  return links.filter((link) => link.includes("/subscriptions/")).map((link) => new URL(link).pathname);
}

test("no token of a mail is in a database export, and nothing in it works as one", async () => {
  const subscriber = await confirmed();
  const { email_address, subscriber_id } = subscriber;
  await makeIncident(daymark);
  await expect.poll(() => linksSentTo(email_address)).toHaveLength(5);
  const tokens = new Set((await linksSentTo(email_address)).map((path) => path.split("/")[3] ?? ""));
  expect(tokens.size).toBe(2);
  const exported = await dump(daymark);
  expect(exported).toContain(email_address);
  for (const token of tokens) expect(exported).not.toContain(token);
  // What anybody could test a guessed address against.
  expect(exported).not.toContain(createHash("sha256").update(email_address).digest("hex"));
  const texts = new Set(exported.match(/"[^"]+"|\d+/g)?.map((text) => text.replaceAll('"', "")));
  for (const text of texts)
    for (const path of ["", "/unsubscribe"]) {
      const link = `/subscriptions/${subscriber_id}/${encodeURIComponent(text)}${path}`;
      expect([link, (await daymark.fetch(link, { redirect: "follow" })).status]).toEqual([link, 404]);
    }
});

test("a mail's headers have only the unsubscribe link, and its buttons lead elsewhere", async () => {
  const subscriber = await asked();
  await expect.poll(() => linksSentTo(subscriber.email_address)).toHaveLength(2);
  expect(await linksSentTo(subscriber.email_address)).toEqual([
    `${linkOf(subscriber)}/confirm`,
    leaveLinkOf(subscriber),
  ]);
});

/** What a link that can only unsubscribe does at each address of a subscription: `page` shows one without the address. */
const withUnsubscribeToken: Record<string, "page" | "nothing"> = {
  "GET /subscriptions/:subscriberID/:token": "nothing",
  "POST /subscriptions/:subscriberID/:token": "nothing",
  "GET /subscriptions/:subscriberID/:token/data": "nothing",
  "GET /subscriptions/:subscriberID/:token/confirm": "nothing",
  "POST /subscriptions/:subscriberID/:token/confirm": "nothing",
  "GET /subscriptions/:subscriberID/:token/unsubscribe": "page",
  "POST /subscriptions/:subscriberID/:token/unsubscribe": "page",
};

test("the table has every address of a subscription", async () => {
  const routes: string[] = await (await fetch(`${daymark.url}/x-test-routes`)).json();
  const ofSubscriptions = routes.filter((route) => route.includes(" /subscriptions/"));
  expect(Object.keys(withUnsubscribeToken).sort()).toEqual(ofSubscriptions.sort());
});

test.for(Object.entries(withUnsubscribeToken))(
  "a link that can only unsubscribe: %s is %s",
  async ([route, is]) => {
    const [method = "", pattern = ""] = route.split(" ");
    const form = {
      headers: someClient(),
      body: new URLSearchParams({ about: "everything", timeZone: "UTC" }),
    };
    for (const subscriber of [await asked(), await confirmed()]) {
      const [, , id = "", token = ""] = leaveLinkOf(subscriber).split("/");
      const path = pattern.replace(":subscriberID", id).replace(":token", token);
      const unknown = pattern.replace(":subscriberID", id).replace(":token", "0".repeat(64));
      const send = (to: string) => daymark.fetch(to, { method, ...(method === "POST" && form) });
      const response = await send(path);
      const page = await response.text();
      expect(page).not.toContain(subscriber.email_address);
      if (is === "page") {
        expect(response.status).toBe(200);
        const after = await byID(subscriber);
        expect(after).toEqual(method === "POST" ? expect.objectContaining({ state: "ended" }) : subscriber);
      } else {
        const other = await send(unknown);
        expect([response.status, page.replaceAll(path, "")]).toEqual([
          404,
          (await other.text()).replaceAll(unknown, ""),
        ]);
        expect(await byID(subscriber)).toEqual(subscriber);
      }
    }
  },
);

test("a returning subscriber gets new links, and the old ones stop working", async () => {
  const before = await confirmed();
  await daymark.fetch(leaveLinkOf(before), { method: "POST" });
  const body = JSON.stringify({ emailAddress: before.email_address });
  await daymark.fetch("/api/subscribers/subscribe", { method: "POST", headers: someClient(), body });
  const after = await byID(before);
  expect(after).toMatchObject({ state: "unconfirmed" });
  for (const link of [linkOf(before), leaveLinkOf(before)])
    expect((await daymark.fetch(link)).status).toBe(404);
  for (const link of [linkOf(after), leaveLinkOf(after)])
    expect((await daymark.fetch(link)).status).toBe(200);
});
