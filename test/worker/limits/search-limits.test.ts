import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { makeApiKey, makeIncident } from "../../support/factories/factories.ts";
import { newClientHeaders } from "../../support/factories/make-subscribers.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark({ rates: {} });
});
afterAll(() => daymark.stop());

const get = (path: string, headers: Record<string, string> = newClientHeaders()) =>
  daymark.fetch(path, { headers });

test.for([
  ["q=db", "q must have a word of at least 3 characters."],
  ["q=an+er+db", "q must have a word of at least 3 characters."],
  ["q=%CC%81a%CC%81", "q must have a word of at least 3 characters."],
  ["q=one+two+three+four+five+six", "q can be 5 different words at most."],
])("a visitor's search for %s is refused", async ([query = "", message]) => {
  for (const path of ["/api/incidents", "/api/maintenances"]) {
    const response = await get(`${path}?${query}`);
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { errors: [{ path: "q", message }] },
    ]);
  }
});

test("a visitor can search for five words, and for short ones beside a long one or in Japanese", async () => {
  await makeIncident(daymark, { name: "The DB of 東京 is slow", message: "We restart it." });
  for (const q of ["db slow", "the of is slow restart", "東京", "東"]) {
    const response = await get(`/api/incidents?${new URLSearchParams({ q })}`);
    expect([q, response.status, await response.json()]).toMatchObject([
      q,
      200,
      [{ name: "The DB of 東京 is slow" }],
    ]);
  }
});

test("short words are searched for in the first 2,000 characters of a message", async () => {
  await makeIncident(daymark, {
    name: "Long report",
    message: `${"x ".repeat(990)}zq ${"x ".repeat(500)}yq`,
  });
  const found = async (q: string) =>
    ((await (await get(`/api/incidents?q=${q}`)).json()) as unknown[]).length;
  expect([await found("report+zq"), await found("report+yq")]).toEqual([1, 0]);
});

test("a network can make 30 searches a minute, and others, administrators and API keys still can", async () => {
  const network = newClientHeaders();
  for (let n = 0; n < 30; n += 1)
    expect((await get(`/api/incidents?q=made-up-${n}`, network)).status).toBe(200);
  const refused = await get("/history?q=another", network);
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "60"]);
  // What is cached, or needs no search, costs nothing.
  for (const path of ["/api/incidents", "/history", "/api/incidents?limit=7"])
    expect([path, (await get(path, network)).status]).toEqual([path, 200]);
  expect((await get("/api/incidents?q=another")).status).toBe(200);
  const asAdministrator = { ...network, Authorization: await daymark.token() };
  expect((await get("/api/incidents?q=db&fresh=1", asAdministrator)).status).toBe(200);
  const withKey = { ...network, "x-api-key": await makeApiKey(daymark) };
  expect((await get("/api/v0/incidents?q=db", withKey)).status).toBe(200);
});

test("two searches run at once, others get 503 with Retry-After, and no other request waits", async () => {
  const slow = await startDaymark();
  onTestFinished(() => slow.stop());
  await makeIncident(slow, { name: "Anything" });
  const search = (n: number) =>
    slow.fetch(`/api/incidents?q=word${n}`, {
      headers: { ...newClientHeaders(), "x-test-slow-d1": "200" },
    });
  const responses = await Promise.all(Array.from({ length: 6 }, (_, n) => search(n)));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 503, 503, 503, 503]);
  const refused = responses.find(({ status }) => status === 503);
  expect(refused?.headers.get("Retry-After")).toBe("2");
  expect((await search(7)).status).toBe(200);
});

test("a network that has used up its searches takes no place from others", async () => {
  // This shows the limits of the product's own build, which Miniflare counts.
  const limited = await startDaymark({ build: "worker", rates: { SEARCH_RATE: 1 } });
  onTestFinished(() => limited.stop());
  await makeIncident(limited, { name: "Anything" });
  const search = async (n: number, headers: Record<string, string>) => {
    const response = await limited.fetch(`/api/incidents?q=word${n}`, { headers });
    return [response.status, (await response.text()).slice(0, 60)];
  };
  const { others, flooding } = await withinMinute(async () => {
    const network = newClientHeaders();
    for (let n = 0; (await search(n, network))[0] !== 429; n += 1) expect(n).toBeLessThan(5);
    const flood = Array.from({ length: 20 }, (_, n) => search(100 + n, network));
    const ofOthers = [search(200, newClientHeaders()), search(201, newClientHeaders())];
    return { others: await Promise.all(ofOthers), flooding: await Promise.all(flood) };
  });
  expect(others).toEqual([
    [200, "[]"],
    [200, "[]"],
  ]);
  expect(new Set(flooding.map(([status]) => status))).toEqual(new Set([429]));
});

/** Miniflare counts anew when a minute of the clock begins, so a run in which one began is repeated. */
async function withinMinute<T>(run: () => Promise<T>): Promise<T> {
  const minute = () => Math.floor(Date.now() / 60_000);
  for (;;) {
    const startedIn = minute();
    const result = await run();
    if (minute() === startedIn) return result;
  }
}
