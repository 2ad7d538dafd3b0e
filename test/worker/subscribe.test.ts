import { afterAll, beforeAll, expect, test } from "vitest";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { makeComponent } from "../support/factories.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
  await enableMail(true);
});
afterAll(() => daymark.stop());

const enableMail = (enable: boolean) =>
  answer(
    daymark.administrator.settings.$patch({
      json: { emailNotification: { enable, sourceEmailAddress: "status@example.com" } },
    }),
  );

// Each call comes from a client of its own, unless a test is about that.
let clients = 0;
const subscribe = (body: object, client = `10.0.${clients >> 8}.${clients++ & 255}`) =>
  daymark.fetch("/api/subscribers/subscribe", {
    method: "POST",
    headers: { "CF-Connecting-IP": client },
    body: JSON.stringify(body),
  });
const stored = async () =>
  (await daymark.db.prepare("SELECT * FROM subscribers ORDER BY created_at, rowid").all()).results;

test("whoever asks is kept as unconfirmed with what they chose, and hears the same whether known or not", async () => {
  const { componentID } = await makeComponent(daymark);
  const asked = { emailAddress: "Jane@Example.com", components: [componentID], timeZone: "Europe/Madrid" };
  const first = await subscribe(asked);
  expect([first.status, await first.json()]).toEqual([200, {}]);
  const again = await subscribe({ emailAddress: " jane@example.com" });
  expect([again.status, await again.json()]).toEqual([200, {}]);
  const rows = await stored();
  expect(rows).toMatchObject([{ state: "unconfirmed", everything: 1, email_address: "jane@example.com" }]);
  expect(rows[0]?.token).toMatch(/^[0-9A-Za-z]{32}$/);
});

test("asking is refused as long as mail is off", async () => {
  await enableMail(false);
  const response = await subscribe({ emailAddress: "off@example.com" });
  await enableMail(true);
  expect(response.status).toBe(409);
  expect(await response.json()).toMatchObject({
    errorMessage: "E-mail notifications are switched off on this status page.",
  });
});

test("a client may ask 10 times a minute; an IPv6 client is its whole network", async () => {
  for (const client of ["203.0.113.7", "2001:db8:1:2::"]) {
    for (let n = 0; n < 10; n++)
      expect((await subscribe({}, client.endsWith(":") ? `${client}${n}` : client)).status).toBe(400);
    const refused = await subscribe({}, client.endsWith(":") ? `${client}ffff` : client);
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "60"]);
  }
});
