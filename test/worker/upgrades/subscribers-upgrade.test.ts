import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { answer, type Daymark, startDaymark } from "../../support/daymark.ts";
import { dump } from "../../support/dump.ts";
import { makeIncident } from "../../support/factories.ts";
import { bounce, complaint, type FakeSNS, startFakeSNS } from "../../support/fake-sns.ts";
import { enableMail, newClientHeaders, subscribers } from "../../support/make-subscribers.ts";
import { expectedHmac, linkOf } from "../../support/subscription-links.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const idOf = (name: string) => name.padEnd(12, "x");
const nameOf = (id: string) => id.replace(/x+$/, "");
const tokenOf = (name: string) => name.padEnd(32, "0");
const oldLinkOf = (name: string) => `/subscriptions/${idOf(name)}/${tokenOf(name)}`;
const addressOf = (name: string) => `${name}@example.com`;
const keyOf = (name: string) => expectedHmac("address", sha256(addressOf(name)));

interface OldSubscriber {
  state: "unconfirmed" | "confirmed" | "ended";
  reason?: string;
}

/** Subscribers of an older version, which stored tokens in plain text and unkeyed hashes of addresses. */
const oldSubscribers: Record<string, OldSubscriber> = {
  waits: { state: "unconfirmed" },
  reads: { state: "confirmed" },
  left: { state: "ended", reason: "left" },
  complained: { state: "ended", reason: "complaint" },
  again: { state: "unconfirmed", reason: "complaint" },
};

const insertSQL = (name: string, { state, reason }: OldSubscriber) => {
  const reasonSQL = reason ? `'${reason}'` : "NULL";
  const now = new Date().toISOString();
  return `INSERT INTO subscribers (subscriber_id, email_address, address_key, token, state, ended_reason, ended_at,
      everything, created_at, confirmed_at, confirmation_sent_at)
    VALUES ('${idOf(name)}', '${state === "ended" ? "" : addressOf(name)}', '${sha256(addressOf(name))}', '${tokenOf(name)}',
      '${state}', ${reasonSQL}, ${reason ? `'${now}'` : "NULL"}, 1, '${now}',
      ${state === "confirmed" ? "'2026-01-01T00:00:00.000Z'" : "NULL"}, '${now}')`;
};

let topic: FakeSNS;
let daymark: Daymark;
beforeAll(async () => {
  topic = await startFakeSNS();
  daymark = await startDaymark({ vars: topic.vars });
});
afterAll(() => Promise.all([daymark.stop(), topic.stop()]));
const { requestSubscription, findSubscribers, findByID } = subscribers(() => daymark);

async function startUpgraded(all: Record<string, OldSubscriber> = oldSubscribers) {
  await daymark.reset({ upgradeFrom: upgradeFrom(all) });
  await enableMail(daymark);
}

function upgradeFrom(all: Record<string, OldSubscriber>) {
  const statements = Object.entries(all).map(([name, subscriber]) => insertSQL(name, subscriber));
  return { migration: "0001_reach.sql", statements };
}

/** Runs the cron, at a minute in which it deletes nothing. */
const convert = (daymark: Daymark) => daymark.runCron("2026-11-22T10:30:00.000Z");

const fetchStatus = async (daymark: Daymark, path: string, method = "GET") =>
  (await daymark.fetch(path, { method })).status;

test("links in emails of an older version work before and after the conversion", async () => {
  await startUpgraded();
  for (const _ of ["before", "after"]) {
    for (const name of Object.keys(oldSubscribers))
      for (const path of ["", "/confirm", "/unsubscribe"])
        expect(await fetchStatus(daymark, oldLinkOf(name) + path)).toBe(200);
    expect(await fetchStatus(daymark, `/subscriptions/${idOf("reads")}/${sha256(tokenOf("reads"))}`)).toBe(
      404,
    );
    expect(await fetchStatus(daymark, `/subscriptions/${idOf("reads")}/${tokenOf("waits")}`)).toBe(404);
    await convert(daymark);
  }
  await daymark.fetch(`${oldLinkOf("waits")}/confirm`, { method: "POST" });
  await daymark.fetch(`${oldLinkOf("reads")}/unsubscribe`, { method: "POST" });
  expect(await findByID({ subscriber_id: idOf("waits") })).toMatchObject({ state: "confirmed" });
  expect(await findByID({ subscriber_id: idOf("reads") })).toMatchObject({
    state: "ended",
    email_address: "",
  });
});

test("the conversion leaves no token and no hash of an address, and changes nothing else", async () => {
  await startUpgraded();
  const before = await findSubscribers("ORDER BY subscriber_id");
  await convert(daymark);
  const dumpText = await dump(daymark);
  const after = await findSubscribers("ORDER BY subscriber_id");
  for (const name of Object.keys(oldSubscribers)) {
    expect(dumpText).not.toContain(tokenOf(name));
    expect(dumpText).not.toContain(sha256(addressOf(name)));
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
  expect(await findSubscribers("ORDER BY subscriber_id")).toEqual(after);
});

test("the conversion takes 100 rows a minute, and a failed run changes nothing", async () => {
  const many = Object.fromEntries(
    Array.from({ length: 250 }, (_, n) => [`reader-${n}`, { state: "confirmed" as const }]),
  );
  await startUpgraded(many);
  const countUnconverted = async () => (await findSubscribers("WHERE token <> '' OR NOT is_keyed")).length;
  await daymark.db.exec(
    "CREATE TRIGGER refuse BEFORE UPDATE ON subscribers BEGIN SELECT raise(ABORT, 'refused'); END",
  );
  await expect(convert(daymark)).rejects.toThrow("exception");
  expect(await countUnconverted()).toBe(250);
  await daymark.db.exec("DROP TRIGGER refuse");
  for (const remaining of [150, 50, 0, 0]) {
    await convert(daymark);
    expect(await countUnconverted()).toBe(remaining);
  }
});

test.for(["before", "after"])(
  "%s the conversion, subscribing again duplicates no address and forgets no complaint",
  async (when) => {
    await startUpgraded();
    if (when === "after") await convert(daymark);
    for (const name of Object.keys(oldSubscribers))
      expect(
        (
          await requestSubscription({
            emailAddress: addressOf(name).toUpperCase().replace("EXAMPLE.COM", "example.com"),
          })
        ).status,
      ).toBe(200);
    const rows = await findSubscribers("ORDER BY subscriber_id");
    expect(
      rows.map(({ subscriber_id, state, ended_reason }) => [nameOf(subscriber_id), state, ended_reason]),
    ).toEqual([
      ["again", "unconfirmed", "complaint"],
      ["complained", "unconfirmed", "complaint"],
      ["left", "unconfirmed", "left"],
      ["reads", "confirmed", null],
      ["waits", "unconfirmed", null],
    ]);
    // Each got an email just now, so none gets another.
    expect(await daymark.db.prepare("SELECT count(*) AS n FROM mail_deliveries").first("n")).toBe(0);
    await convert(daymark);
    expect(await findSubscribers("")).toHaveLength(5);
    for (const name of ["left", "complained"]) expect(await fetchStatus(daymark, oldLinkOf(name))).toBe(404);
    for (const name of ["waits", "reads", "again"])
      expect(await fetchStatus(daymark, oldLinkOf(name))).toBe(200);
    for (const row of await findSubscribers("")) expect(await fetchStatus(daymark, linkOf(row))).toBe(200);
  },
);

test("an address that an older version stores again during the deployment ends up stored once", async () => {
  await startUpgraded({
    reads: { state: "confirmed" },
  });
  await convert(daymark);
  await daymark.db.exec(
    insertSQL("reads", { state: "unconfirmed" }).replace(idOf("reads"), idOf("twin")).replaceAll("\n", " "),
  );
  await requestSubscription({ emailAddress: addressOf("reads") });
  expect(await findByID({ subscriber_id: idOf("reads") })).toMatchObject({ state: "confirmed" });
  await convert(daymark);
  expect(await findSubscribers("")).toEqual([
    expect.objectContaining({ subscriber_id: idOf("reads"), address_key: keyOf("reads") }),
  ]);
});

test.for(["before", "after"])(
  "%s the conversion, bounces and complaints end the subscriptions that they are about",
  async (when) => {
    await startUpgraded();
    if (when === "after") await convert(daymark);
    for (const notification of [bounce(addressOf("reads")), complaint(addressOf("left"))]) {
      const body = JSON.stringify(topic.signedMessage({ Message: JSON.stringify(notification) }));
      expect(
        (await daymark.fetch("/api/hooks/ses", { method: "POST", headers: newClientHeaders(), body })).status,
      ).toBe(200);
    }
    expect(await findByID({ subscriber_id: idOf("reads") })).toMatchObject({
      state: "ended",
      ended_reason: "bounce",
    });
    expect(await findByID({ subscriber_id: idOf("left") })).toMatchObject({
      state: "ended",
      ended_reason: "complaint",
    });
  },
);

test.for(["reads", '"two words"'])("before the conversion, %s can be found and erased", async (name) => {
  await startUpgraded({ [name]: { state: "confirmed" } });
  const { find, erase } = daymark.administrator.subscribers;
  const json = { emailAddress: addressOf(name) };
  expect((await answer(find.$post({ json }))).subscriber).toMatchObject({ ...json, state: "confirmed" });
  const address = /reads@|two words\\"@/;
  expect(await dump(daymark)).toMatch(address);
  await answer(erase.$post({ json }));
  expect(await dump(daymark)).not.toMatch(address);
  expect(await fetchStatus(daymark, oldLinkOf(name))).toBe(404);
  await answer(erase.$post({ json: { ...json, keepMark: false } }));
  expect(await findSubscribers("")).toEqual([]);
});

test("without a secret key nothing is converted, subscribing gets 503, and no email counts as failed", async () => {
  const withoutKey = await startDaymark({
    ...{ vars: { SECRET_KEY: "" }, upgradeFrom: upgradeFrom(oldSubscribers) },
  });
  onTestFinished(() => withoutKey.stop());
  const { requestSubscription, findSubscribers } = subscribers(() => withoutKey);
  await enableMail(withoutKey);
  await expect(convert(withoutKey)).rejects.toThrow("exception");
  expect(await findSubscribers("WHERE is_keyed")).toEqual([]);
  expect((await requestSubscription({ emailAddress: "new@example.com" })).status).toBe(503);
  await makeIncident(withoutKey);
  await withoutKey.deliver("daymark-mail", [{ failures: 0 }]);
  const { results } = await withoutKey.db.prepare("SELECT state, attempts FROM mail_deliveries").all();
  expect(results).toEqual([{ state: "waiting", attempts: 0 }]);
});
