import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ReceivedAlerts } from "../../../worker/alerts/received/schema.ts";
import type { AlertPaths } from "../../../worker/settings/alert-paths/schema.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
let keyID: string;
let key: string;
beforeAll(async () => {
  daymark = await startDaymark();
});
beforeEach(async () => {
  await daymark.db.exec("DELETE FROM received_alerts");
  const json = { name: "Robot", scopes: ["alerts" as const] };
  ({ id: keyID, value: key } = await answer(daymark.administrator.settings.apikeys.$post({ json })));
});
afterAll(() => daymark.stop());

async function send(body: unknown, sentWith = key) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const headers = { "x-api-key": sentWith };
  const response = await daymark.fetch("/api/v0/alerts/generic", { method: "POST", headers, body: text });
  return { status: response.status, json: (await response.json()) as { message?: string } };
}

async function received(): Promise<ReceivedAlerts[]> {
  const headers = { Authorization: await daymark.token() };
  return (await daymark.fetch("/api/received-alerts", { headers })).json();
}

async function choose(alertPaths: unknown) {
  const headers = { Authorization: await daymark.token() };
  const body = JSON.stringify({ alertPaths });
  const response = await daymark.fetch(`/api/settings/apikeys/${keyID}`, { method: "PATCH", headers, body });
  return { status: response.status, text: await response.text() };
}

const paths: AlertPaths = {
  key: "/incident/id",
  title: "/incident/summary",
  state: "/incident/status",
  link: "/incident/links/0/href",
  resolved: ["Closed", "ok"],
};

const incident = (changes: object = {}) => ({
  robot: "r2",
  attempt: 3,
  isTest: false,
  incident: {
    id: 4711,
    summary: "Disk is full",
    status: "open",
    links: [{ href: "https://robot.example.com/4711" }],
    ...changes,
  },
});

test("a body in another format is kept, and is no alert until its paths are chosen", async () => {
  const { status, json } = await send(incident());
  expect([status, json.message]).toEqual([
    202,
    expect.stringMatching(/^Stored, but it isn't an alert yet: /),
  ]);
  expect(await received()).toMatchObject([{ source: "generic", keyID, keyName: "Robot", alertCount: 0 }]);

  expect((await choose(paths)).status).toBe(200);
  expect((await send(incident())).json.message).toBe("Stored 1 alert.");
  await send(incident({ status: " CLOSED " }));
  const [end, begin, before] = await received();
  expect(before?.alerts).toEqual([]);
  expect(begin?.alerts).toEqual([
    {
      key: "4711",
      state: "firing",
      title: "Disk is full",
      labels: { robot: "r2", attempt: "3", isTest: "false" },
      link: "https://robot.example.com/4711",
      at: null,
      rules: [],
    },
  ]);
  expect(end?.alerts).toMatchObject([{ key: "4711", state: "resolved" }]);
});

test("the paths are those of one key, and can be taken away again", async () => {
  const json = { name: "Other", scopes: ["alerts" as const] };
  const other = await answer(daymark.administrator.settings.apikeys.$post({ json }));
  await choose(paths);
  await send(incident(), other.value);
  const { apiKeys } = await answer(daymark.administrator.settings.$get());
  expect(apiKeys.find(({ id }) => id === keyID)?.alertPaths).toEqual(paths);
  expect(apiKeys.find(({ id }) => id === other.id)?.alertPaths).toBeNull();
  expect((await choose(null)).status).toBe(200);
  await send(incident());
  expect((await received()).map(({ alertCount }) => alertCount)).toEqual([0, 0]);
});

test("a body without its key or state is kept unread, and one without its title has its key as the title", async () => {
  await choose(paths);
  await send(incident({ id: null }));
  await send(incident({ status: { name: "open" } }));
  await send(incident({ summary: undefined, links: [] }));
  const [untitled, ...unread] = await received();
  expect(untitled?.alerts).toMatchObject([{ key: "4711", title: "4711", link: "" }]);
  expect(unread.map(({ alerts }) => alerts)).toEqual([[], []]);
});

test("the documented format goes on being read with a key that has paths", async () => {
  await choose(paths);
  await send({ key: "api", state: "resolved" });
  expect(await received()).toMatchObject([{ alerts: [{ key: "api", state: "resolved" }] }]);
});

test("paths can be about fields named key and state, and about names with dots, slashes, tildes and spaces", async () => {
  const odd = { key: 5, state: "down", "a.b/c~d ": [{ "": "Odd" }] };
  expect((await send(odd)).status).toBe(400);
  await choose({ key: "/key", title: "/a.b~1c~0d /0/", state: "/state", resolved: ["up"] });
  expect((await send(odd)).status).toBe(202);
  expect(await received()).toMatchObject([{ alerts: [{ key: "5", title: "Odd", state: "firing" }] }]);
});

test.for([
  "/constructor/name",
  "/list/length",
  "/list/-1",
  "/list/1.0",
  "/text/0",
  "/toString",
  "/__proto__/x",
])("%s isn't a value that was sent", async (path) => {
  expect((await choose({ ...paths, key: path, state: "/text" })).status).toBe(200);
  await send({ list: ["a", "b"], text: "open" });
  expect(await received()).toMatchObject([{ alertCount: 0 }]);
});

test("secrets are in nothing that a chosen path makes of them", async () => {
  const address = "https://user:hunter2@example.com";
  await choose({ key: "/url", title: "/token", state: "/status", link: "/url", resolved: ["ok"] });
  await send({ url: address, token: "hunter3", status: "bad" });
  await send({ url: "anna@example.com", token: "hunter3", status: "bad" });
  await choose({ ...paths, key: "/auth/password", state: "/status" });
  await send({ auth: { password: "hunter4" }, status: "bad" });
  const all = await received();
  expect(all.map(({ alertCount }) => alertCount)).toEqual([0, 1, 1]);
  expect(JSON.stringify(all)).not.toMatch(/hunter|anna@/);
  const stored = await daymark.db.prepare("SELECT * FROM received_alerts").all();
  expect(JSON.stringify(stored)).not.toMatch(/hunter|anna@/);
  const [, mail, withUser] = all;
  expect(mail?.alerts[0]?.key).toMatch(/^[0-9a-f]{64}$/);
  expect(mail?.alerts[0]?.key).not.toBe(withUser?.alerts[0]?.key);
});

test("what is shown of a large body stays JSON", async () => {
  await send({ list: Array.from({ length: 1000 }, (_, n) => ({ n, text: '"\n"'.repeat(40) })) });
  const [{ body } = { body: "" }] = await received();
  expect(body.length).toBeGreaterThan(1000);
  const { list } = JSON.parse(body) as { list: unknown[] };
  expect(list[1]).toEqual({ n: 1, text: '"\n"'.repeat(40).slice(0, 300) });
});

test("a body that is no object, or nested too deeply, is refused", async () => {
  expect((await send("not JSON")).status).toBe(400);
  expect((await send([incident()])).status).toBe(400);
  expect((await send(`{"a":${"[".repeat(1000)}${"]".repeat(1000)}}`)).status).toBe(400);
  expect((await send('{"__proto__":{"key":"a"}}')).status).toBe(400);
  expect(await received()).toEqual([]);
});

test.for([
  [{ key: "incident" }, "The path of the key must be one to 8 names"],
  [{ key: "" }, "The path of the key must be one to 8 names"],
  [{ title: "/a~2" }, "The path of the title must be one to 8 names"],
  [{ state: "/a".repeat(9) }, "The path of the state must be one to 8 names"],
  [{ link: `/${"a".repeat(500)}` }, "The path of the link can be 500 characters at most."],
  [{ key: undefined }, "Choose the key"],
  [{ resolved: [] }, "Enter at least one value that means resolved."],
  [{ resolved: Array(21).fill("ok") }, "There can be 20 values that mean resolved at most."],
  [{ resolved: ["x".repeat(101)] }, "can be 100 characters at most."],
] as const)("paths such as %o are refused in words", async ([change, message]) => {
  const { status, text } = await choose({ ...paths, ...change });
  expect([status, text]).toEqual([400, expect.stringContaining(message)]);
});

test("the paths of a key that is deleted can't be chosen", async () => {
  await daymark.administrator.settings.apikeys[":keyID"].$delete({ param: { keyID } });
  expect((await choose(paths)).status).toBe(404);
});
