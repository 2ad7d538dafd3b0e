import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { newSecretKey } from "../../tools/start/secret-key.ts";
import type { Vars } from "../../tools/start/workers.ts";
import { HOUR_MS } from "../../worker/time/domain.ts";
import { type Daymark, startDaymark } from "../support/daymark.ts";
import { dump } from "../support/dump.ts";
import { makeApiKey, makeMetric } from "../support/factories.ts";
import { dataURL, onePixelPNG } from "../support/images.ts";

let daymark: Daymark;
let apiKey = "";
let metricID = "";
beforeAll(async () => {
  daymark = await startDaymark({ build: "faulty-worker" });
  apiKey = await makeApiKey(daymark);
  // A key's first use in an hour is written, too, and is not the write whose answer gets lost below.
  await daymark.fetch("/api/v0/components", { headers: { "x-api-key": apiKey } });
  ({ metricID } = await makeMetric(daymark));
  const emailNotification = { enable: true, sourceEmailAddress: "status@example.org" };
  await daymark.administrator.settings.$patch({ json: { emailNotification } });
});
afterAll(() => daymark.stop());

interface Post {
  body: () => object;
  /** What it answers. */
  status: 200 | 201;
  /** What there is one more of; nothing where a repeat does no harm. */
  makes?: string;
  /** Whether its first answer gets lost with D1's. */
  isLost: boolean;
}

const window = { startAt: "2040-01-01T10:00:00.000Z", endAt: "2040-01-01T12:00:00.000Z" };
const component: Post = { body: () => ({ name: "API" }), status: 201, makes: "components", isLost: true };
const incident: Post = {
  ...{ body: () => ({ name: "Down", status: "Investigating" }), status: 201 },
  ...{ makes: "notices WHERE kind = 'incident'", isLost: true },
};
const maintenance: Post = {
  ...{ body: () => ({ name: "Moving", status: "Scheduled", ...window }), status: 201 },
  ...{ makes: "notices WHERE kind = 'maintenance'", isLost: true },
};
const erasure: Post = { body: () => ({ emailAddress: "nobody@example.com" }), status: 200, isLost: true };
/** It changes nothing that a repeat could do twice. */
const search: Post = { ...erasure, isLost: false };

const aMinuteAgo = new Date(Date.now() - 60_000).toISOString();

/** Every POST of the API: who adds one adds it here. */
const posts: Record<string, Post> = {
  "/api/components": component,
  "/api/v0/components": component,
  "/api/incidents": incident,
  "/api/v0/incidents": incident,
  "/api/maintenances": maintenance,
  "/api/v0/maintenances": maintenance,
  "/api/metrics": {
    ...{ body: () => ({ type: "Self", title: "Latency" }), status: 201, makes: "metrics", isLost: true },
  },
  "/api/settings/apikeys": {
    ...{ body: () => ({ name: "Script" }), status: 201, makes: "api_keys", isLost: true },
  },
  "/api/settings/logos": {
    body: () => ({ data: dataURL(onePixelPNG) }),
    ...{ status: 201, isLost: true, makes: "settings WHERE logo_id <> ''" },
  },
  "/api/subscribers/subscribe": {
    ...{ body: () => ({ emailAddress: "reader@example.com" }), status: 200 },
    ...{ makes: "mail_messages WHERE kind = 'confirmation'", isLost: true },
  },
  "/api/subscribers/erase": erasure,
  "/api/v0/subscribers/erase": erasure,
  "/api/subscribers/find": search,
  "/api/v0/subscribers/find": search,
  "/api/mail/test": { body: () => ({ emailAddress: "admin@example.com" }), status: 200, isLost: true },
  "/api/v0/metrics/data": {
    body: () => ({ [metricID]: [{ timestamp: aMinuteAgo, value: 1 }] }),
    ...{ status: 200, isLost: false },
  },
};

/** Amazon SNS is its one client, sends no such header, and has ids of its own for what it sends. */
const apart = ["/api/hooks/ses"];

let keys = 0;
const newKey = () => {
  keys += 1;
  return `key-${keys}`;
};

async function post(path: string, key: string | undefined, more: Record<string, string> = {}, body?: object) {
  const headers = {
    ...(path.startsWith("/api/v0/") ? { "x-api-key": apiKey } : { Authorization: await daymark.token() }),
    ...(key !== undefined && { "Idempotency-Key": key }),
    ...more,
  };
  const sent = JSON.stringify(body ?? posts[path]?.body());
  const response = await daymark.fetch(path, { method: "POST", headers, body: sent });
  const { status } = response;
  return { status, answer: (await response.json()) as Record<string, unknown>, headers: response.headers };
}

async function count(what: string): Promise<number> {
  const row = await daymark.db.prepare(`SELECT count(*) AS count FROM ${what}`).first<{ count: number }>();
  return row?.count ?? 0;
}

const answersKept = () => count("idempotency_keys WHERE answer <> ''");

const afterWrite = { "x-test-break-d1": "after-write" };

test("every POST of the API takes an Idempotency-Key, and says so", async () => {
  const routes = (await (await daymark.fetch("/x-test-routes")).json()) as string[];
  const all = routes.flatMap((route) => /^POST (\/api\/.*)$/.exec(route)?.[1] ?? []);
  expect([...Object.keys(posts), ...apart].sort()).toEqual([...new Set(all)].sort());
  const description = (await (await daymark.fetch("/api/openapi.json")).json()) as {
    paths: Record<string, { post?: { parameters?: { name: string }[] } }>;
  };
  const taking = Object.entries(description.paths).filter(([, { post }]) =>
    post?.parameters?.some(({ name }) => name === "Idempotency-Key"),
  );
  expect(taking.map(([path]) => path).sort()).toEqual(Object.keys(posts).sort());
});

describe("what was stored, but answered with 503, is answered with its result when it is repeated", () => {
  test.for(Object.entries(posts).filter(([path]) => path !== "/api/mail/test"))(
    "%s",
    async ([path, { status, makes, isLost }]) => {
      const before = makes === undefined ? 0 : await count(makes);
      const key = newKey();
      const first = await post(path, key, afterWrite);
      expect(first.status).toBe(isLost ? 503 : status);
      if (makes !== undefined) expect(await count(makes)).toBe(before + 1);
      const second = await post(path, key);
      expect(second.status).toBe(status);
      const third = await post(path, key);
      expect([third.status, third.answer]).toEqual([status, second.answer]);
      if (makes !== undefined) expect(await count(makes)).toBe(before + 1);
    },
  );

  test("a logo of which the answer was lost is there", async () => {
    const key = newKey();
    await post("/api/settings/logos", key, afterWrite);
    const { answer } = await post("/api/settings/logos", key);
    expect((await daymark.fetch(`/logos/${answer.id}`)).status).toBe(200);
    expect((await daymark.fetch(`/logos/${answer.id}@2x`)).status).toBe(200);
  });
});

describe("a repeat gets the same answer, and does nothing", () => {
  test.for(Object.entries(posts))("%s", async ([path, { status, makes }]) => {
    const key = newKey();
    const kept = await answersKept();
    const first = await post(path, key);
    expect(first.status).toBe(status);
    const after = makes === undefined ? 0 : await count(makes);
    if (!/find$|data$/.test(path)) await expect.poll(answersKept).toBe(kept + 1);
    const second = await post(path, `"${key}"`);
    expect([second.status, second.answer]).toEqual([status, first.answer]);
    if (makes !== undefined) expect(await count(makes)).toBe(after);
  });

  test("also after what was created has been changed, or deleted", async () => {
    const key = newKey();
    const kept = await answersKept();
    const { answer } = await post("/api/components", key);
    await expect.poll(answersKept).toBe(kept + 1);
    const param = { componentID: String(answer.componentID) };
    await daymark.administrator.components[":componentID"].$patch({ param, json: { name: "Another" } });
    expect((await post("/api/components", key)).answer).toEqual(answer);
    await daymark.administrator.components[":componentID"].$delete({ param });
    expect((await post("/api/components", key)).answer).toEqual(answer);
  });

  test("a test mail is sent once, also by two at the same moment", async () => {
    const sent = async () => (await daymark.mails()).length;
    const before = await sent();
    const key = newKey();
    const all = await Promise.all([1, 2, 3].map(() => post("/api/mail/test", key)));
    expect(all.map(({ status }) => status).filter((status) => status === 200)).not.toHaveLength(0);
    expect(all.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect((await sent()) - before).toBe(1);
  });

  test("a test mail that was refused can be sent again with its key", async () => {
    const key = newKey();
    const path = "/api/mail/test";
    expect((await post(path, key, {}, { emailAddress: "é@example.com" })).status).toBe(400);
    expect((await post(path, key)).status).toBe(200);
  });
});

describe("two at the same moment make one", () => {
  test.for(Object.entries(posts).filter(([, { makes }]) => makes !== undefined))(
    "%s",
    async ([path, { status, makes = "" }]) => {
      const before = path.endsWith("logos") ? 0 : await count(makes);
      const key = newKey();
      // Another address, as the one before has been sent a mail already.
      const body = path.endsWith("subscribe") ? { emailAddress: "another@example.com" } : undefined;
      const all = await Promise.all([1, 2, 3, 4].map(() => post(path, key, {}, body)));
      expect(all.map((each) => each.status)).toEqual([status, status, status, status]);
      expect(new Set(all.map(({ answer }) => JSON.stringify(answer))).size).toBe(1);
      expect(await count(makes)).toBe(before + 1);
      if (path.endsWith("logos"))
        expect((await daymark.fetch(`/logos/${all[0]?.answer.id}`)).status).toBe(200);
    },
  );
});

/** An answer is stored after it was given. */
function lastAnswerStored() {
  const last = "SELECT answer <> '' AS stored FROM idempotency_keys ORDER BY rowid DESC LIMIT 1";
  return expect.poll(() => daymark.db.prepare(last).first("stored")).toBe(1);
}

/** What these POSTs write. Other tables still get what queues bring from the tests before. */
async function written() {
  const tables = [
    "components",
    "status_changes",
    "notices",
    "notice_updates",
    "content_version",
    "idempotency_keys",
  ];
  const all = tables.map((table) => daymark.db.prepare(`SELECT * FROM ${table}`));
  return (await daymark.db.batch(all)).map(({ results }) => results);
}

test("a key that was used for another body or another path is refused, and nothing is done", async () => {
  const key = newKey();
  await post("/api/components", key);
  await lastAnswerStored();
  const before = await written();
  for (const refused of [
    await post("/api/components", key, {}, { name: "Other" }),
    await post("/api/incidents", key),
  ]) {
    expect([refused.status, refused.answer]).toEqual([
      422,
      {
        errorMessage:
          "This Idempotency-Key was already used for a different request. Nothing was changed. Send this request with a new key.",
      },
    ]);
  }
  expect(await written()).toEqual(before);
});

test("each caller's keys are their own", async () => {
  const key = newKey();
  const one = await post("/api/components", key);
  const another = await post("/api/components", key, {
    Authorization: await daymark.token({ sub: "somebody-else" }),
  });
  const script = await post("/api/v0/components", key);
  const ids = [one, another, script].map(({ answer }) => answer.componentID);
  expect(new Set(ids).size).toBe(3);
});

test("a key can be used again after a refusal, which has done nothing", async () => {
  const key = newKey();
  const unknown = {
    name: "Down",
    status: "Investigating",
    components: [{ componentID: "x", status: "Operational" }],
  };
  expect((await post("/api/incidents", key, {}, unknown)).status).toBe(400);
  expect((await post("/api/incidents", key, { "x-test-break-d1": "all" })).status).toBe(503);
  expect((await post("/api/incidents", key)).status).toBe(201);
});

test.for([
  ["", "empty"],
  ["x".repeat(256), "256 characters long"],
  ["a b", "with a space"],
  ["schlüssel", "with an umlaut"],
])("a key is refused with a sentence: '%s', which is %s", async ([key]) => {
  for (const path of ["/api/components", "/api/v0/metrics/data"]) {
    // As bytes, since that is how fetch takes what is not ASCII.
    const { status, answer } = await post(path, Buffer.from(key ?? "").toString("latin1"));
    expect([status, answer.errorMessage]).toEqual([
      400,
      "The Idempotency-Key must be 1 to 255 ASCII characters without spaces, for example a UUID.",
    ]);
  }
});

test("no answer can be read in the database, and no key", async () => {
  const kept = await answersKept();
  const key = "a-key-to-look-for";
  const { answer } = await post("/api/settings/apikeys", key);
  await expect.poll(answersKept).toBe(kept + 1);
  const all = await dump(daymark);
  expect(String(answer.value)).toHaveLength(40);
  expect(all).not.toContain(String(answer.value));
  expect(all).not.toContain(key);
});

test("without the secret key nobody can check a guess at what was sent, as at an address that was erased", async () => {
  const rowsOf = async (vars: Vars) => {
    const other = await startDaymark({ vars });
    onTestFinished(() => other.stop());
    const headers = { Authorization: await other.token(), "Idempotency-Key": "erasing" };
    const body = JSON.stringify({ emailAddress: "reader@example.com" });
    expect((await other.fetch("/api/subscribers/erase", { method: "POST", headers, body })).status).toBe(200);
    const { results } = await other.db.prepare("SELECT key_hash, fingerprint FROM idempotency_keys").all();
    return results.flatMap((row) => Object.values(row));
  };
  const hashes = [
    ...(await rowsOf({ SECRET_KEY: newSecretKey() })),
    ...(await rowsOf({ SECRET_KEY: newSecretKey() })),
  ];
  expect(hashes).toHaveLength(4);
  expect(new Set(hashes).size).toBe(4);
});

test("a browser may send it from another site", async () => {
  const headers = {
    Origin: "https://example.com",
    "Access-Control-Request-Method": "POST",
    "Access-Control-Request-Headers": "idempotency-key,x-api-key",
  };
  const response = await daymark.fetch("/api/v0/incidents", { method: "OPTIONS", headers });
  expect(response.headers.get("Access-Control-Allow-Headers")?.split(",")).toContain("idempotency-key");
});

test("a request without a key costs no statement more, and one with it three and its answer", async () => {
  const statements = async (path: string, key?: string) =>
    Number((await post(path, key)).headers.get("x-test-statements"));
  // A guard, room for its order, the component, its status and the content version.
  expect(await statements("/api/components")).toBe(5);
  // The one that stores the answer may run before or after the answer has left.
  expect([8, 9]).toContain(await statements("/api/components", newKey()));
});

test("after 24 hours a key is forgotten, a thousand a minute at most", async () => {
  await daymark.db.exec("DELETE FROM idempotency_keys");
  const key = newKey();
  const first = await post("/api/v0/components", key);
  const yesterday = new Date(Date.now() - 25 * HOUR_MS).toISOString();
  await daymark.db.prepare("UPDATE idempotency_keys SET claimed_at = ?").bind(yesterday).run();
  await daymark.db
    .prepare(
      `WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 2500)
      INSERT INTO idempotency_keys SELECT value, '', '', '', ? FROM n`,
    )
    .bind(new Date(Date.now() - 24.5 * HOUR_MS).toISOString())
    .run();
  // Its row is there still, and counts for nothing.
  const again = await post("/api/v0/components", key);
  expect([again.status, again.answer.componentID === first.answer.componentID]).toEqual([201, false]);
  const left = [];
  for (let minute = 0; minute < 3; minute += 1) {
    await daymark.tick(new Date().toISOString());
    left.push(await count("idempotency_keys"));
  }
  expect(left).toEqual([1501, 501, 1]);
});
