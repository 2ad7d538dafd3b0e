import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OpenAPIDocument } from "../../worker/openapi/schema.ts";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import {
  makeApiKey,
  makeComponent,
  makeIncident,
  makeMaintenance,
  makeMetric,
} from "../support/factories.ts";
import { dataURL, onePixelPNG } from "../support/images.ts";

let daymark: Daymark;
let paths: OpenAPIDocument["paths"];
let key: string;
beforeAll(async () => {
  daymark = await startDaymark();
  paths = ((await (await daymark.fetch("/api/openapi.json")).json()) as OpenAPIDocument).paths;
  key = await makeApiKey(daymark);
});
afterAll(() => daymark.stop());

interface Made {
  id?: string;
  /** What a PATCH carries; none where there is no PATCH. */
  change?: object;
}

/** Every address that has a GET, and a PATCH or a DELETE. */
const items: Record<string, () => Promise<Made>> = {
  "/api/components/{componentID}": async () => ({
    id: (await makeComponent(daymark)).componentID,
    change: { name: "Changed" },
  }),
  "/api/incidents/{incidentID}": async () => ({
    id: (await makeIncident(daymark)).incidentID,
    change: { name: "Changed" },
  }),
  "/api/maintenances/{maintenanceID}": async () => ({
    id: (await makeMaintenance(daymark)).maintenanceID,
    change: { name: "Changed" },
  }),
  "/api/metrics/{metricID}": async () => ({
    id: (await makeMetric(daymark)).metricID,
    change: { title: "Changed" },
  }),
  "/api/settings": async () => ({ change: { serviceName: "Changed" } }),
};
for (const path of Object.keys(items).filter((each) => /components|incidents|maintenances/.test(each))) {
  const make = items[path];
  if (make) items[path.replace("/api/", "/api/v0/")] = make;
}

test("every item that can be read and changed is in the table", () => {
  const found = Object.entries(paths).filter(([, { get, patch, delete: deletion }]) => {
    const read = get?.responses[200];
    const list = read && "content" in read && read.content?.["application/json"]?.schema.type === "array";
    return get && !list && (patch || deletion);
  });
  expect(found.map(([path]) => path).sort()).toEqual(Object.keys(items).sort());
});

async function call(method: string, path: string, { tag, body }: { tag?: string; body?: object } = {}) {
  const response = await daymark.fetch(path, {
    method,
    headers: {
      ...(path.startsWith("/api/v0/") ? { "x-api-key": key } : { Authorization: await daymark.token() }),
      ...(tag !== undefined && { "If-Match": tag }),
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

async function made(path: string) {
  const { id = "", change = {} } = (await items[path]?.()) ?? {};
  // Times are in milliseconds: a change has to come in a later one.
  const { updatedAt } = (await call("GET", path.replace(/\{\w+\}/, id))).answer;
  await expect.poll(() => new Date().toISOString() > updatedAt).toBe(true);
  return { address: path.replace(/\{\w+\}/, id), change };
}

describe.each(Object.keys(items))("%s", (path) => {
  test("the ETag of its GET is taken by its PATCH, and its PATCH's by the next", async () => {
    const { address, change } = await made(path);
    const { etag } = await call("GET", address);
    expect(etag).toMatch(/^"[^"]+"$/);
    const changed = await call("PATCH", address, { tag: etag, body: change });
    expect(changed.status).toBe(200);
    expect((await call("PATCH", address, { tag: changed.etag, body: change })).status).toBe(200);
    const again = await call("GET", address);
    expect((await call("PATCH", address, { tag: `W/${again.etag}`, body: change })).status).toBe(200);
  });

  test("a list of tags is taken where one of them is the item's, and * always", async () => {
    const { address, change } = await made(path);
    const { etag } = await call("GET", address);
    const list = `"another", W/"${"0".repeat(32)}",${etag}`;
    expect((await call("PATCH", address, { tag: list, body: change })).status).toBe(200);
    expect((await call("PATCH", address, { tag: "*", body: change })).status).toBe(200);
    expect((await call("PATCH", address, { tag: '"another", "*"', body: change })).status).toBe(409);
  });

  test("a tag of before is refused with what is there now, for PATCH and for DELETE", async () => {
    const { address, change } = await made(path);
    const { etag } = await call("GET", address);
    const changed = await call("PATCH", address, { body: change });
    const current = await call("GET", address);
    expect(current.answer).toEqual(changed.answer);
    for (const tag of [etag, `${etag}, "another"`, `"${"0".repeat(32)}"`]) {
      const refused = await call("PATCH", address, { tag, body: change });
      expect(refused).toMatchObject({ status: 409, answer: { current: current.answer } });
      if (!paths[path]?.delete) continue;
      const kept = await call("DELETE", address, { tag });
      expect(kept).toMatchObject({ status: 409, answer: { current: current.answer } });
    }
    expect((await call("GET", address)).answer).toEqual(current.answer);
  });

  test("what else changes leaves its tag good, and a DELETE takes it", async () => {
    const { address, change } = await made(path);
    const { etag } = await call("GET", address);
    await makeComponent(daymark, { name: "Another" });
    if (paths[path]?.delete) {
      expect((await call("DELETE", address, { tag: etag })).status).toBe(204);
      expect((await call("GET", address)).status).toBe(404);
      // Deleting is idempotent, whatever the client last knew.
      expect((await call("DELETE", address, { tag: etag })).status).toBe(204);
    } else expect((await call("PATCH", address, { tag: etag, body: change })).status).toBe(200);
  });

  test("asked again with its ETag, it is a 304", async () => {
    const { address } = await made(path);
    const { etag } = await call("GET", address);
    const headers = path.startsWith("/api/v0/")
      ? { "x-api-key": key }
      : { Authorization: await daymark.token() };
    const again = await daymark.fetch(address, { headers: { ...headers, "If-None-Match": etag } });
    expect([again.status, again.headers.get("ETag"), await again.text()]).toEqual([304, etag, ""]);
  });
});

test("an update that is edited makes its incident's tag one of before, and an update has a tag, too", async () => {
  const { incidentID, incidentUpdates } = await makeIncident(daymark);
  const address = `/api/incidents/${incidentID}`;
  const update = `${address}/incidentupdates/${incidentUpdates[0]?.incidentUpdateID}`;
  const { etag } = await call("GET", address);
  const first = await call("PATCH", update, { body: { message: "One" } });
  expect((await call("DELETE", address, { tag: etag })).status).toBe(409);
  const second = await call("PATCH", update, { tag: `"x", ${first.etag}`, body: { message: "Two" } });
  expect(second.status).toBe(200);
  const stale = await call("PATCH", update, { tag: first.etag, body: { message: "Three" } });
  expect(stale).toMatchObject({ status: 409, answer: { current: second.answer } });
});

/** Every POST that answers 201, with a body for it. */
const posts: Record<string, object> = {
  "/api/components": { name: "API" },
  "/api/incidents": { name: "Down", status: "Investigating" },
  "/api/maintenances": {
    name: "Moving",
    status: "Scheduled",
    startAt: "2030-01-01T10:00:00Z",
    endAt: "2030-01-01T12:00:00Z",
  },
  "/api/metrics": { type: "Self", title: "Latency" },
  "/api/settings/apikeys": {},
  "/api/settings/logos": { data: dataURL(onePixelPNG) },
};
for (const path of ["components", "incidents", "maintenances"])
  posts[`/api/v0/${path}`] = posts[`/api/${path}`] ?? {};

test("every POST that answers 201 is in the table", () => {
  const creating = Object.entries(paths).filter(([, { post }]) => post?.responses[201]);
  expect(creating.map(([path]) => path).sort()).toEqual(Object.keys(posts).sort());
});

test.for(Object.entries(posts))("a POST to %s says where that is which it created", async ([path, body]) => {
  const { status, location, etag, answer: created } = await call("POST", path, { body });
  expect(status).toBe(201);
  if (path === "/api/settings/apikeys") return expect(location).toBe(`${path}/${created.id}`);
  if (path === "/api/settings/logos") {
    expect(location).toBe(`/logos/${created.id}`);
    return expect((await daymark.fetch(location)).status).toBe(200);
  }
  expect(location.startsWith(`${path}/`)).toBe(true);
  expect((await call("GET", location)).answer).toEqual(created);
  expect(
    (await call("PATCH", location, { tag: etag, body: { description: "x", message: "x" } })).status,
  ).toBe(200);
});

test("a repeat by its Idempotency-Key says so, too", async () => {
  const post = async () => {
    const headers = { "x-api-key": key, "Idempotency-Key": "location" };
    const body = JSON.stringify({ name: "API" });
    const response = await daymark.fetch("/api/v0/components", { method: "POST", headers, body });
    return [response.headers.get("Location"), response.headers.get("ETag")];
  };
  const first = await post();
  expect(first).toEqual([expect.stringMatching(/^\/api\/v0\/components\/\w{12}$/), expect.any(String)]);
  expect(await post()).toEqual(first);
});

describe("a key's metrics", () => {
  test("are all there, Hidden ones too, without what administrators alone see", async () => {
    const { metricID } = await makeMetric(daymark, { title: "Hidden latency" });
    const {
      props: _,
      collectionError: __,
      ...shown
    } = await answer(daymark.administrator.metrics[":metricID"].$get({ param: { metricID } }));
    const list = await call("GET", "/api/v0/metrics");
    expect(list.answer).toContainEqual(shown);
    expect((await call("GET", `/api/v0/metrics/${metricID}`)).answer).toEqual(shown);
    expect((await call("GET", "/api/v0/metrics/nobody")).status).toBe(404);
    const { visitor } = daymark;
    expect((await visitor["public-metrics"].$get()).ok).toBe(true);
    expect(await answer(visitor["public-metrics"].$get())).not.toContainEqual(shown);
  });
});
