import { once } from "node:events";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Daymark, startDaymark } from "../support/daymark.ts";
import { leaveLinkOf, linkOf } from "../support/subscription-links.ts";
import { enableMail, someClient, subscribers } from "../support/subscriptions.ts";

const page = "https://status.example.org";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark({ build: "faulty-worker", vars: { STATUS_PAGE_URL: `${page}/` } });
  await enableMail(daymark);
});
afterAll(() => daymark.stop());
const { asked, confirmed, byID, rows } = subscribers(() => daymark);

const post = (path: string, headers: Record<string, string>, body: Record<string, string> = {}) =>
  daymark.fetch(path, {
    method: "POST",
    headers: { ...someClient(), ...headers },
    body: new URLSearchParams(body),
  });

/** As a browser sends it for a page of another site, and one that does not tell the site. */
const foreign = {
  "a browser": {
    "Sec-Fetch-Site": "cross-site",
    "Sec-Fetch-Mode": "navigate",
    Origin: "https://evil.example",
  },
  "a browser that hides the origin": { "Sec-Fetch-Site": "cross-site", Origin: "null" },
  "a browser that tells the origin only": { Origin: "https://evil.example" },
  "one whose host begins as ours": { Origin: `${page}.evil.example` },
  "one over http": { Origin: "http://status.example.org" },
};

/** Those that mail programs post to: whatever is posted there means one thing, and only the link's holder knows it. */
const openToAll = ["POST /subscriptions/:subscriberID/:token/unsubscribe"];

test("no form of the page can be sent from another site, whichever there are", async () => {
  const routes: string[] = await (await fetch(`${daymark.url}/x-test-routes`)).json();
  const forms = routes.filter((route) => /^POST (?!\/api\/)/.test(route) && !openToAll.includes(route));
  expect(forms).toContain("POST /subscribe");
  expect(forms.length).toBeGreaterThanOrEqual(3);
  const subscriber = await asked();
  const [, , , token = ""] = linkOf(subscriber).split("/");
  const before = await byID(subscriber);
  for (const route of forms) {
    const path = route
      .slice("POST ".length)
      .replace(":subscriberID", subscriber.subscriber_id)
      .replace(":token", token);
    for (const [who, headers] of Object.entries(foreign)) {
      const answer = await post(path, headers, { emailAddress: "victim@example.com", about: "everything" });
      expect([route, who, answer.status]).toEqual([route, who, 403]);
    }
  }
  expect(await rows("WHERE email_address = 'victim@example.com'")).toEqual([]);
  expect(await byID(subscriber)).toEqual(before);
});

const ours = {
  "the page itself": { "Sec-Fetch-Site": "same-origin", Origin: page },
  "the page, by a browser that tells the origin only": { Origin: page },
  "a page beside it": { "Sec-Fetch-Site": "same-site", Origin: "https://www.example.org" },
  "no browser": {},
};

for (const [who, headers] of Object.entries(ours)) {
  test(`a form of ${who} subscribes and confirms`, async () => {
    await daymark.db.exec("DELETE FROM subscribe_calls");
    const emailAddress = `${who.replace(/\W+/g, "-")}@example.com`;
    expect((await post("/subscribe", headers, { emailAddress })).status).toBe(303);
    const [subscriber] = await rows("WHERE email_address = ?", emailAddress);
    if (!subscriber) throw new Error("Nobody subscribed.");
    expect((await post(`${linkOf(subscriber)}/confirm`, headers)).status).toBe(200);
    expect(await byID(subscriber)).toMatchObject({ state: "confirmed" });
  });
}

test("a page from a mail, which sends no referrer and so no origin, confirms", async () => {
  const subscriber = await asked();
  await post(`${linkOf(subscriber)}/confirm`, { Origin: "null" });
  expect(await byID(subscriber)).toMatchObject({ state: "confirmed" });
});

for (const [who, headers] of Object.entries({ ...ours, ...foreign })) {
  test(`one click of a mail program unsubscribes as ${who}`, async () => {
    const subscriber = await confirmed();
    const answer = await post(leaveLinkOf(subscriber), headers, { "List-Unsubscribe": "One-Click" });
    expect(answer.status).toBe(200);
    expect(await byID(subscriber)).toMatchObject({ state: "ended", ended_reason: "left" });
  });
}

/** By a connection of its own: `fetch` says of every request that a script makes it. */
async function postJSON(emailAddress: string, mode: "cors" | "navigate") {
  const headers = {
    ...someClient(),
    "Sec-Fetch-Site": "cross-site",
    "Sec-Fetch-Mode": mode,
    Origin: "https://www.example.com",
    "Content-Type": "text/plain",
  };
  const sent = request(new URL("/api/subscribers/subscribe", daymark.url), { method: "POST", headers });
  sent.end(JSON.stringify({ emailAddress }));
  const [answer] = await once(sent, "response");
  return [answer.statusCode, JSON.parse(await text(answer))];
}

test("a script of another site may ask for a subscription, a form of it may not", async () => {
  expect(await postJSON("by-script@example.com", "cors")).toEqual([200, {}]);
  expect(await postJSON("by-form@example.com", "navigate")).toMatchObject([
    403,
    { errorMessage: expect.stringMatching(/^This form was sent from another site\./) },
  ]);
  expect(await rows("WHERE email_address LIKE 'by-%'")).toHaveLength(1);
});
