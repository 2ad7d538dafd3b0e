import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describedCalls, exampleBody, makeFromExample } from "../../../support/factories/example-requests.ts";
import {
  makeApiKey,
  makeComponent,
  makeIncident,
  makeMetric,
  makeProposal,
  makeTeamChannel,
} from "../../../support/factories/factories.ts";
import { dataURL, onePixelPNG } from "../../../support/factories/images.ts";
import { waitUntilAfter } from "../../../support/readers/wait-until-after.ts";
import { answer, type Daymark, startDaymark } from "../../../support/starters/daymark.ts";

let daymark: Daymark;
let apiKey: string;
beforeAll(async () => {
  daymark = await startDaymark();
  apiKey = await makeApiKey(daymark);
});
afterAll(() => daymark.stop());

interface Item {
  id?: string;
  /** The body of a PATCH. */
  change?: object;
}

/** Items that are not made from the example of a POST to the path above, and changed by that of a PATCH. */
const otherItems: Record<string, () => Promise<Item>> = {
  "/api/channels/:channelID": async () => ({
    id: (await makeTeamChannel(daymark)).channelID,
    change: { name: "Changed" },
  }),
  "/api/metrics/:metricID": async () => ({
    id: (await makeMetric(daymark)).metricID,
    change: { title: "Changed" },
  }),
  "/api/incidents/:incidentID/postmortem": async () => {
    const { incidentID } = await makeIncident(daymark, { status: "Resolved" });
    const body = { body: "A disk was full." };
    expect((await send("PATCH", `/api/incidents/${incidentID}/postmortem`, { body })).status).toBe(200);
    return { id: incidentID, change: { body: "Changed" } };
  },
  "/api/settings": async () => ({ change: { serviceName: "Changed" } }),
};

/** Every path of an item that has a GET, and a PATCH or a DELETE. */
const itemPaths = [...describedCalls.keys()].flatMap((route) => {
  const [method, path = ""] = route.split(" ");
  const isList = [...describedCalls.keys()].some((each) => each.startsWith(`GET ${path}/:`));
  if (method !== "GET" || isList) return [];
  return describedCalls.has(`PATCH ${path}`) || describedCalls.has(`DELETE ${path}`) ? [path] : [];
});

async function make(path: string): Promise<Item> {
  const adminPath = path.replace("/api/v0/", "/api/");
  const other = otherItems[adminPath];
  if (other) return other();
  const id = await makeFromExample(daymark, adminPath.replace(/\/:\w+$/, ""));
  return { id, change: exampleBody(`PATCH ${path}`) };
}

test("the items are found in the routes", () => {
  expect(itemPaths).toEqual(expect.arrayContaining(Object.keys(otherItems)));
  expect(itemPaths).toContain("/api/v0/templates/:templateID");
});

async function send(
  method: string,
  path: string,
  { ifMatch, body }: { ifMatch?: string; body?: object } = {},
) {
  const response = await daymark.fetch(path, {
    method,
    headers: {
      ...(path.startsWith("/api/v0/") ? { "x-api-key": apiKey } : { Authorization: await daymark.token() }),
      ...(ifMatch !== undefined && { "If-Match": ifMatch }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    etag: response.headers.get("ETag") ?? "",
    location: response.headers.get("Location") ?? "",
    answer: text === "" ? undefined : JSON.parse(text),
  };
}

async function makeItem(path: string) {
  const { id = "", change = {} } = await make(path);
  const address = path.replace(/:\w+/, id);
  await waitUntilAfter((await send("GET", address)).answer.updatedAt);
  return { address, change };
}

describe.each(itemPaths)("%s", (path) => {
  const canBeDeleted = describedCalls.has(`DELETE ${path}`);

  test("a PATCH accepts the ETag of a GET and of the PATCH before", async () => {
    const { address, change } = await makeItem(path);
    const { etag } = await send("GET", address);
    expect(etag).toMatch(/^"[^"]+"$/);
    const changed = await send("PATCH", address, { ifMatch: etag, body: change });
    expect(changed.status).toBe(200);
    expect((await send("PATCH", address, { ifMatch: changed.etag, body: change })).status).toBe(200);
    const latest = await send("GET", address);
    expect((await send("PATCH", address, { ifMatch: `W/${latest.etag}`, body: change })).status).toBe(200);
  });

  test("If-Match accepts a list with the current ETag, and *", async () => {
    const { address, change } = await makeItem(path);
    const { etag } = await send("GET", address);
    const etagList = `"another", W/"${"0".repeat(32)}",${etag}`;
    expect((await send("PATCH", address, { ifMatch: etagList, body: change })).status).toBe(200);
    expect((await send("PATCH", address, { ifMatch: "*", body: change })).status).toBe(200);
    expect((await send("PATCH", address, { ifMatch: '"another", "*"', body: change })).status).toBe(409);
  });

  test("a PATCH or DELETE with a stale If-Match gets 409 with the current item", async () => {
    const { address, change } = await makeItem(path);
    const { etag } = await send("GET", address);
    const changed = await send("PATCH", address, { body: change });
    const current = await send("GET", address);
    expect(current.answer).toEqual(changed.answer);
    for (const ifMatch of [etag, `${etag}, "another"`, `"${"0".repeat(32)}"`]) {
      const patchConflict = await send("PATCH", address, { ifMatch, body: change });
      expect(patchConflict).toMatchObject({ status: 409, answer: { current: current.answer } });
      if (!canBeDeleted) continue;
      const deleteConflict = await send("DELETE", address, { ifMatch });
      expect(deleteConflict).toMatchObject({ status: 409, answer: { current: current.answer } });
    }
    expect((await send("GET", address)).answer).toEqual(current.answer);
  });

  test("the ETag stays current when another item changes, and a DELETE accepts it", async () => {
    const { address, change } = await makeItem(path);
    const { etag } = await send("GET", address);
    await makeComponent(daymark, { name: "Another" });
    if (canBeDeleted) {
      expect((await send("DELETE", address, { ifMatch: etag })).status).toBe(204);
      expect((await send("GET", address)).status).toBe(404);
      // Deleting is idempotent, so If-Match doesn't matter once the item is gone.
      expect((await send("DELETE", address, { ifMatch: etag })).status).toBe(204);
    } else expect((await send("PATCH", address, { ifMatch: etag, body: change })).status).toBe(200);
  });

  test("a GET with a current If-None-Match gets 304", async () => {
    const { address } = await makeItem(path);
    const { etag } = await send("GET", address);
    const headers = path.startsWith("/api/v0/")
      ? { "x-api-key": apiKey }
      : { Authorization: await daymark.token() };
    const revalidated = await daymark.fetch(address, { headers: { ...headers, "If-None-Match": etag } });
    expect([revalidated.status, revalidated.headers.get("ETag"), await revalidated.text()]).toEqual([
      304,
      etag,
      "",
    ]);
  });
});

test("editing an update makes its incident's ETag stale, and an update has an ETag of its own", async () => {
  const { incidentID, incidentUpdates } = await makeIncident(daymark);
  const address = `/api/incidents/${incidentID}`;
  const updateAddress = `${address}/incidentupdates/${incidentUpdates[0]?.incidentUpdateID}`;
  const { etag } = await send("GET", address);
  const first = await send("PATCH", updateAddress, { body: { message: "One" } });
  expect((await send("DELETE", address, { ifMatch: etag })).status).toBe(409);
  const second = await send("PATCH", updateAddress, {
    ifMatch: `"x", ${first.etag}`,
    body: { message: "Two" },
  });
  expect(second.status).toBe(200);
  const stale = await send("PATCH", updateAddress, { ifMatch: first.etag, body: { message: "Three" } });
  expect(stale).toMatchObject({ status: 409, answer: { current: second.answer } });
});

/** Bodies for a POST whose example can't be sent. */
const otherBodies: Record<string, object> = {
  "/api/channels": { name: "Operations", address: "https://hooks.slack.com/services/T000/B000/posted" },
  "/api/metrics": { type: "Self", title: "Latency" },
  "/api/settings/apikeys": {},
  "/api/settings/logos": { data: dataURL(onePixelPNG) },
};

/** Every POST to a list that responds with 201. */
const posts = [...describedCalls].flatMap(([route, { responses }]) =>
  route.startsWith("POST ") && responses?.[201] && !route.includes(":") ? route.slice("POST ".length) : [],
);

test.for(posts)("the Location of a POST to %s leads to the created item", async (path) => {
  const body = otherBodies[path] ?? exampleBody(`POST ${path}`);
  const { status, location, etag, answer: created } = await send("POST", path, { body });
  expect(status).toBe(201);
  if (path === "/api/settings/apikeys") return expect(location).toBe(`${path}/${created.id}`);
  if (path === "/api/settings/logos") {
    expect(location).toBe(`/logos/${created.id}`);
    return expect((await daymark.fetch(location)).status).toBe(200);
  }
  expect(location.startsWith(`${path}/`)).toBe(true);
  // A channel's secret is shown only once.
  const { secret: _, ...item } = created;
  expect((await send("GET", location)).answer).toEqual(item);
  const changeRoute = [...describedCalls.keys()].find((route) => route.startsWith(`PATCH ${path}/:`)) ?? "";
  const change = path in otherBodies ? { description: "x", failures: true } : exampleBody(changeRoute);
  expect((await send("PATCH", location, { ifMatch: etag, body: change })).status).toBe(200);
});

test.for(["/api", "/api/v0"])(
  "the Location of a proposal published under %s leads to the incident",
  async (base) => {
    const { proposalID } = await makeProposal(daymark);
    const { location, answer: created } = await send("POST", `${base}/proposals/${proposalID}/publish`);
    expect(location).toBe(`${base}/incidents/${created.incidentID}`);
    expect((await send("GET", location)).answer).toEqual(created);
  },
);

test("a repeat with the same Idempotency-Key has the same Location and ETag", async () => {
  const post = async () => {
    const headers = { "x-api-key": apiKey, "Idempotency-Key": "location" };
    const body = JSON.stringify({ name: "API" });
    const response = await daymark.fetch("/api/v0/components", { method: "POST", headers, body });
    return [response.headers.get("Location"), response.headers.get("ETag")];
  };
  const first = await post();
  expect(first).toEqual([expect.stringMatching(/^\/api\/v0\/components\/\w{12}$/), expect.any(String)]);
  expect(await post()).toEqual(first);
});

test("with an API key all metrics can be read, even Hidden ones, but without their props", async () => {
  const { metricID } = await makeMetric(daymark, { title: "Hidden latency" });
  const {
    props: _,
    collectionError: __,
    collectionNote: ___,
    ...withoutPrivateFields
  } = await answer(daymark.administrator.metrics[":metricID"].$get({ param: { metricID } }));
  const list = await send("GET", "/api/v0/metrics");
  expect(list.answer).toContainEqual(withoutPrivateFields);
  expect((await send("GET", `/api/v0/metrics/${metricID}`)).answer).toEqual(withoutPrivateFields);
  expect((await send("GET", "/api/v0/metrics/nobody")).status).toBe(404);
  const { visitor } = daymark;
  expect((await visitor["public-metrics"].$get()).ok).toBe(true);
  expect(await answer(visitor["public-metrics"].$get())).not.toContainEqual(withoutPrivateFields);
});
