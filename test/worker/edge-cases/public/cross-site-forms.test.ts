import { afterAll, beforeAll, expect, test } from "vitest";
import { enableMail, newClientHeaders, subscribers } from "../../../support/factories/make-subscribers.ts";
import { linkOf, unsubscribeLinkOf } from "../../../support/factories/subscription-links.ts";
import { dump } from "../../../support/readers/dump.ts";
import { rawRequest } from "../../../support/readers/raw-request.ts";
import { type Daymark, startDaymark } from "../../../support/starters/daymark.ts";

const page = "https://status.example.org";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark({ vars: { STATUS_PAGE_URL: `${page}/` } });
  await enableMail(daymark);
  // A run that sends or withdraws emails would change the database while a test compares it.
  await daymark.fetch("/api/health", { headers: { "x-test-hold-queues": "on" } });
});
afterAll(() => daymark.stop());
const { makeUnconfirmed, makeConfirmed, findByID, findSubscribers } = subscribers(() => daymark);

const post = (path: string, headers: Record<string, string>, body: Record<string, string> = {}) =>
  daymark.fetch(path, {
    method: "POST",
    headers: { ...newClientHeaders(), ...headers },
    body: new URLSearchParams(body),
  });

/** Headers of a form on another site, from browsers with and without Sec-Fetch headers. */
const foreignHeaders = {
  "a browser": {
    "Sec-Fetch-Site": "cross-site",
    "Sec-Fetch-Mode": "navigate",
    Origin: "https://evil.example",
  },
  "a browser that hides the origin": { "Sec-Fetch-Site": "cross-site", Origin: "null" },
  "a browser that sends only Origin": { Origin: "https://evil.example" },
  "a host that begins with the page's host": { Origin: `${page}.evil.example` },
  "the page's host over http": { Origin: "http://status.example.org" },
};

/** Mail programs post here for one-click unsubscribe (RFC 8058). The path's secret token authorizes the request. */
const allowedCrossSite = ["POST /subscriptions/:subscriberID/:token/unsubscribe"];

test("every form of the page rejects requests from other sites", async () => {
  const routes: string[] = await (await fetch(`${daymark.url}/x-test-routes`)).json();
  const forms = routes.filter(
    (route) => /^POST (?!\/api\/)/.test(route) && !allowedCrossSite.includes(route),
  );
  expect(forms).toContain("POST /subscribe");
  expect(forms.length).toBeGreaterThanOrEqual(3);
  const subscriber = await makeUnconfirmed();
  const [, , , token = ""] = linkOf(subscriber).split("/");
  const before = await findByID(subscriber);
  for (const route of forms) {
    const path = route
      .slice("POST ".length)
      .replace(":subscriberID", subscriber.subscriber_id)
      .replace(":token", token);
    for (const [sender, headers] of Object.entries(foreignHeaders)) {
      const response = await post(path, headers, { emailAddress: "victim@example.com", about: "everything" });
      expect([route, sender, response.status]).toEqual([route, sender, 403]);
    }
  }
  expect(await findSubscribers("WHERE email_address = 'victim@example.com'")).toEqual([]);
  expect(await findByID(subscriber)).toEqual(before);
});

const allowedHeaders = {
  "the page itself": { "Sec-Fetch-Site": "same-origin", Origin: page },
  "the page in a browser that sends only Origin": { Origin: page },
  "a page of the same site": { "Sec-Fetch-Site": "same-site", Origin: "https://www.example.org" },
  "a client that isn't a browser": {},
};

for (const [sender, headers] of Object.entries(allowedHeaders)) {
  test(`${sender} can subscribe and confirm by form`, async () => {
    await daymark.db.exec("DELETE FROM subscribe_calls");
    const emailAddress = `${sender.replace(/\W+/g, "-")}@example.com`;
    expect((await post("/subscribe", headers, { emailAddress })).status).toBe(303);
    const [subscriber] = await findSubscribers("WHERE email_address = ?", emailAddress);
    if (!subscriber) throw new Error("Nobody subscribed.");
    expect((await post(`${linkOf(subscriber)}/confirm`, headers)).status).toBe(200);
    expect(await findByID(subscriber)).toMatchObject({ state: "confirmed" });
  });
}

test("the confirmation form works with Origin: null, because the page sends no referrer", async () => {
  const subscriber = await makeUnconfirmed();
  await post(`${linkOf(subscriber)}/confirm`, { Origin: "null" });
  expect(await findByID(subscriber)).toMatchObject({ state: "confirmed" });
});

for (const [sender, headers] of Object.entries({ ...allowedHeaders, ...foreignHeaders })) {
  test(`one-click unsubscribe accepts the headers of ${sender}`, async () => {
    const subscriber = await makeConfirmed();
    const response = await post(unsubscribeLinkOf(subscriber), headers, { "List-Unsubscribe": "One-Click" });
    expect(response.status).toBe(200);
    expect(await findByID(subscriber)).toMatchObject({ state: "ended", ended_reason: "left" });
  });
}

test("every write without credentials rejects requests from other sites, whatever the browser sends them for", async () => {
  const routes: string[] = await (await fetch(`${daymark.url}/x-test-routes`)).json();
  const before = await dump(daymark);
  const open = [];
  for (const route of routes) {
    const [method = "", path = ""] = route.split(" ");
    if (method === "GET" || allowedCrossSite.includes(route)) continue;
    for (const mode of ["cors", "no-cors", "navigate"]) {
      const headers = {
        ...foreignHeaders["a browser"],
        "Sec-Fetch-Mode": mode,
        "Content-Type": "text/plain",
      };
      const { status } = await rawRequest(daymark.url, {
        method,
        path: path.replace(/:\w+(\{.*?\})?/g, "nobody"),
        headers: { ...newClientHeaders(), ...headers },
        body: JSON.stringify({ emailAddress: "victim@example.com" }),
      });
      if (![401, 403].includes(status)) open.push(`${route} ${mode} ${status}`);
    }
  }
  expect(open).toEqual([]);
  expect(await dump(daymark)).toEqual(before);
  expect(routes).toEqual(expect.arrayContaining(allowedCrossSite));
});

test("the console writes from another site, with its token", async () => {
  const headers = { ...foreignHeaders["a browser"], Authorization: await daymark.token() };
  const body = JSON.stringify({ name: "API" });
  expect((await daymark.fetch("/api/components", { method: "POST", headers, body })).status).toBe(201);
});
