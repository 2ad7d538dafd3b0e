import { createHash } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { dump } from "../support/dump.ts";
import { makeIncident } from "../support/factories.ts";
import { hmacOf, linkOf } from "../support/subscription-links.ts";
import { enableMail, someClient, subscribers } from "../support/subscriptions.ts";
import { bounce, complaint, startTopic } from "../support/topic.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const idOf = (name: string) => name.padEnd(12, "x");
const nameOf = (id: string) => id.replace(/x+$/, "");
const tokenOf = (name: string) => name.padEnd(32, "0");
const oldLinkOf = (name: string) => `/subscriptions/${idOf(name)}/${tokenOf(name)}`;
const addressOf = (name: string) => `${name}@example.com`;
const keyOf = (name: string) => hmacOf("address", sha256(addressOf(name)));

interface Old {
  state: "unconfirmed" | "confirmed" | "ended";
  reason?: string;
}

/** As the version before has stored them: with a token that can be read, and a hash without a key. */
const older: Record<string, Old> = {
  waits: { state: "unconfirmed" },
  reads: { state: "confirmed" },
  left: { state: "ended", reason: "left" },
  complained: { state: "ended", reason: "complaint" },
  again: { state: "unconfirmed", reason: "complaint" },
};

const insert = (name: string, { state, reason }: Old) => {
  const reasonOf = reason ? `'${reason}'` : "NULL";
  const now = new Date().toISOString();
  return `INSERT INTO subscribers (subscriber_id, email_address, address_key, token, state, ended_reason, ended_at,
      everything, created_at, confirmed_at, confirmation_sent_at)
    VALUES ('${idOf(name)}', '${state === "ended" ? "" : addressOf(name)}', '${sha256(addressOf(name))}', '${tokenOf(name)}',
      '${state}', ${reasonOf}, ${reason ? `'${now}'` : "NULL"}, 1, '${now}',
      ${state === "confirmed" ? "'2026-01-01T00:00:00.000Z'" : "NULL"}, '${now}')`;
};

async function upgraded(all: Record<string, Old> = older, vars = {}) {
  const statements = Object.entries(all).map(([name, old]) => insert(name, old));
  const leftBy = { migration: "0001_reach.sql", statements };
  const daymark = await startDaymark({ build: "faulty-worker", vars, leftBy });
  onTestFinished(() => daymark.stop());
  await enableMail(daymark);
  return { daymark, ...subscribers(() => daymark) };
}

/** The cron's run at a minute in which nothing is forgotten. */
const convert = (daymark: Daymark) => daymark.tick("2026-11-22T10:30:00.000Z");

const status = async (daymark: Daymark, path: string, method = "GET") =>
  (await daymark.fetch(path, { method })).status;

test("links in mails of an older version work before and after the conversion", async () => {
  const { daymark, byID } = await upgraded();
  for (const _ of ["before", "after"]) {
    for (const name of Object.keys(older))
      for (const path of ["", "/confirm", "/unsubscribe"])
        expect(await status(daymark, oldLinkOf(name) + path)).toBe(200);
    expect(await status(daymark, `/subscriptions/${idOf("reads")}/${sha256(tokenOf("reads"))}`)).toBe(404);
    expect(await status(daymark, `/subscriptions/${idOf("reads")}/${tokenOf("waits")}`)).toBe(404);
    await convert(daymark);
  }
  await daymark.fetch(`${oldLinkOf("waits")}/confirm`, { method: "POST" });
  await daymark.fetch(`${oldLinkOf("reads")}/unsubscribe`, { method: "POST" });
  expect(await byID({ subscriber_id: idOf("waits") })).toMatchObject({ state: "confirmed" });
  expect(await byID({ subscriber_id: idOf("reads") })).toMatchObject({ state: "ended", email_address: "" });
});

test("the conversion leaves no token and no hash of an address, and changes nothing else", async () => {
  const { daymark, rows } = await upgraded();
  const before = await rows("ORDER BY subscriber_id");
  await convert(daymark);
  const exported = await dump(daymark);
  const after = await rows("ORDER BY subscriber_id");
  for (const name of Object.keys(older)) {
    expect(exported).not.toContain(tokenOf(name));
    expect(exported).not.toContain(sha256(addressOf(name)));
  }
  expect(after).toEqual(
    before.map((row) => ({
      ...row,
      token: "",
      old_token_hash: sha256(tokenOf(nameOf(row.subscriber_id))),
      address_key: keyOf(nameOf(row.subscriber_id)),
      is_keyed: 1,
    })),
  );
  await convert(daymark);
  expect(await rows("ORDER BY subscriber_id")).toEqual(after);
});

test("a hundred rows a minute are converted, and a failed run changes nothing", async () => {
  const many = Object.fromEntries(
    Array.from({ length: 250 }, (_, n) => [`reader-${n}`, { state: "confirmed" as const }]),
  );
  const { daymark, rows } = await upgraded(many);
  const left = async () => (await rows("WHERE token <> '' OR NOT is_keyed")).length;
  await daymark.db.exec(
    "CREATE TRIGGER refuse BEFORE UPDATE ON subscribers BEGIN SELECT raise(ABORT, 'refused'); END",
  );
  await expect(convert(daymark)).rejects.toThrow("exception");
  expect(await left()).toBe(250);
  await daymark.db.exec("DROP TRIGGER refuse");
  for (const remaining of [150, 50, 0, 0]) {
    await convert(daymark);
    expect(await left()).toBe(remaining);
  }
});

test.for(["before", "after"])(
  "%s the conversion, an address that is known is found: nobody is there twice, and no complaint is forgotten",
  async (when) => {
    const { daymark, ask, rows } = await upgraded();
    if (when === "after") await convert(daymark);
    for (const name of Object.keys(older))
      expect(
        (await ask({ emailAddress: addressOf(name).toUpperCase().replace("EXAMPLE.COM", "example.com") }))
          .status,
      ).toBe(200);
    const found = await rows("ORDER BY subscriber_id");
    expect(
      found.map(({ subscriber_id, state, ended_reason }) => [nameOf(subscriber_id), state, ended_reason]),
    ).toEqual([
      ["again", "unconfirmed", "complaint"],
      ["complained", "unconfirmed", "complaint"],
      ["left", "unconfirmed", "left"],
      ["reads", "confirmed", null],
      ["waits", "unconfirmed", null],
    ]);
    // Each was sent a mail just now: nobody is sent another.
    expect(await daymark.db.prepare("SELECT count(*) AS n FROM mail_deliveries").first("n")).toBe(0);
    await convert(daymark);
    expect(await rows("")).toHaveLength(5);
    for (const name of ["left", "complained"]) expect(await status(daymark, oldLinkOf(name))).toBe(404);
    for (const name of ["waits", "reads", "again"]) expect(await status(daymark, oldLinkOf(name))).toBe(200);
    for (const row of await rows("")) expect(await status(daymark, linkOf(row))).toBe(200);
  },
);

test("an address that an older version stores again during the deployment ends up stored once", async () => {
  const { daymark, ask, rows, byID } = await upgraded({ reads: { state: "confirmed" } });
  await convert(daymark);
  await daymark.db.exec(
    insert("reads", { state: "unconfirmed" }).replace(idOf("reads"), idOf("twin")).replaceAll("\n", " "),
  );
  await ask({ emailAddress: addressOf("reads") });
  expect(await byID({ subscriber_id: idOf("reads") })).toMatchObject({ state: "confirmed" });
  await convert(daymark);
  expect(await rows("")).toEqual([
    expect.objectContaining({ subscriber_id: idOf("reads"), address_key: keyOf("reads") }),
  ]);
});

test.for(["before", "after"])(
  "%s the conversion, bounces and complaints find whom they are about",
  async (when) => {
    const topic = await startTopic();
    onTestFinished(() => topic.stop());
    const { daymark, byID } = await upgraded(older, topic.vars);
    if (when === "after") await convert(daymark);
    for (const told of [bounce(addressOf("reads")), complaint(addressOf("left"))]) {
      const body = JSON.stringify(topic.message({ Message: JSON.stringify(told) }));
      expect(
        (await daymark.fetch("/api/hooks/ses", { method: "POST", headers: someClient(), body })).status,
      ).toBe(200);
    }
    expect(await byID({ subscriber_id: idOf("reads") })).toMatchObject({
      state: "ended",
      ended_reason: "bounce",
    });
    expect(await byID({ subscriber_id: idOf("left") })).toMatchObject({
      state: "ended",
      ended_reason: "complaint",
    });
  },
);

test.for(["reads", '"two words"'])("before the conversion, %s is found and erased", async (name) => {
  const { daymark, rows } = await upgraded({ [name]: { state: "confirmed" } });
  const { find, erase } = daymark.administrator.subscribers;
  const json = { emailAddress: addressOf(name) };
  expect((await answer(find.$post({ json }))).subscriber).toMatchObject({ ...json, state: "confirmed" });
  await answer(erase.$post({ json }));
  expect(await dump(daymark)).not.toMatch(/reads@|two words.*@/);
  expect(await status(daymark, oldLinkOf(name))).toBe(404);
  await answer(erase.$post({ json: { ...json, keepMark: false } }));
  expect(await rows("")).toEqual([]);
});

test("without a secret key nothing is converted, nobody subscribes, and no mail counts as failed", async () => {
  const { daymark, ask, rows } = await upgraded(older, { SECRET_KEY: "" });
  await expect(convert(daymark)).rejects.toThrow("exception");
  expect(await rows("WHERE is_keyed")).toEqual([]);
  expect((await ask({ emailAddress: "new@example.com" })).status).toBe(503);
  await makeIncident(daymark);
  await daymark.deliver("daymark-mail", [{ failures: 0 }]);
  const { results } = await daymark.db.prepare("SELECT state, attempts FROM mail_deliveries").all();
  expect(results).toEqual([{ state: "waiting", attempts: 0 }]);
});
