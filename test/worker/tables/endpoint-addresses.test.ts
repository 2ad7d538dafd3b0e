import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { daymarkWorker } from "../../../tools/start/workers.ts";
import { subscribers } from "../../support/factories/make-subscribers.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../../support/fakes/webhook-receiver.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

// Strangers choose the addresses that the Worker posts to, so an installation of the Internet takes only public ones.

const publicHosts = [
  "hooks.example.com",
  "hooks.example.com:8443",
  "xn--bcher-kva.example.com",
  "acme.pages.dev",
];

let daymark: Daymark;
let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  daymark = await startDaymark({
    vars: {
      STATUS_PAGE_URL: "https://status.example.com",
      ADMIN_PAGE_URL: "https://admin.example.com/",
      PAGES_HOSTS: "acme-status.pages.dev,acme-admin-7pq.pages.dev",
    },
    hosts: Object.fromEntries(publicHosts.map((host) => [host, receiver.url])),
  });
  await answer(daymark.administrator.settings.$patch({ json: { endpointsEnabled: true } }));
});
beforeEach(() => receiver.reset());
afterAll(async () => {
  await daymark?.stop();
  await receiver?.stop();
});
const { requestSubscription } = subscribers(() => daymark);

const refused = [
  "http://hooks.example.com/",
  "ftp://hooks.example.com/",
  "javascript://hooks.example.com/%0aalert(1)",
  "https://",
  "https:///",
  "https://user@hooks.example.com/",
  "https://:password@hooks.example.com/",
  "https://hooks.example.com@127.0.0.1/",
  "https://127.0.0.1/",
  "https://127.0.0.1./",
  "https://127.1/",
  "https://2130706433/",
  "https://0x7f000001/",
  "https://0177.0.0.1/",
  "https://0x7f.0.0.0x1/",
  "https://１２７.０.０.１/",
  "https://①②⑦.⓪.⓪.①/",
  "https://127。0。0。1/",
  "https://%31%32%37.0.0.1/",
  "https://0/",
  "https://0.0.0.0/",
  "https://10.0.0.1/",
  "https://169.254.169.254/latest/meta-data/",
  "https://100.64.0.1/",
  "https://192.168.0.1:8080/",
  "https://8.8.8.8/",
  "https://134744072/",
  "https://[::1]/",
  "https://[::]/",
  "https://[::ffff:127.0.0.1]/",
  "https://[::ffff:7f00:1]/",
  "https://[64:ff9b::7f00:1]/",
  "https://[fe80::1]/",
  "https://[fd00::1]/",
  "https://[2606:4700:4700::1111]/",
  "https://localhost/",
  "https://LOCALHOST./",
  "https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/",
  "https://hooks/",
  "https://hooks./",
  "https://a.localhost/",
  "https://printer.local/",
  "https://printer.local./",
  "https://metadata.google.internal/",
  "https://metadata.google.internal./",
  "https://db.internal/",
  "https://127.0.0.1.nip.io/",
  "https://10-0-0-1.example.com/",
  "https://localtest.me/",
  "https://status.example.com/subscribe",
  "https://STATUS.example.com.:8443/",
  "https://admin.example.com/",
  "https://acme-status.pages.dev/api/subscribers/subscribe",
  "https://ACME-status.pages.dev.:8443/",
  "https://acme-admin-7pq.pages.dev/",
  "https://0a1b2c3d.acme-admin-7pq.pages.dev/",
  "https://fix.acme-status.pages.dev/",
  "https://fcm.googleapis.com/fcm/send/1",
];

test("no spelling of a private or an own host is taken, from a visitor or an administrator", async () => {
  const answers = [];
  for (const address of refused) {
    const visitor = await requestSubscription({ emailAddress: address });
    const team = await daymark.administrator.channels.$post({ json: { name: "Team", address } });
    answers.push([address, visitor.status, team.status]);
  }
  expect(answers).toEqual(refused.map((address) => [address, 400, 400]));
  expect(await daymark.db.prepare("SELECT count(*) AS n FROM endpoints").first("n")).toBe(0);
  expect(receiver.posts).toEqual([]);
});

test("public hosts are taken, whatever their port and however they are written", async () => {
  const written = [
    "https://hooks.example.com/1",
    "  HTTPS://HOOKS.EXAMPLE.COM:443/2  ",
    "https://hooks.example.com:8443/3?key=a#fragment",
    "https://bücher.example.com/4",
    "https://acme.pages.dev/5",
  ];
  for (const emailAddress of written) expect((await requestSubscription({ emailAddress })).status).toBe(200);
  await expect
    .poll(() => receiver.posts.map(({ path }) => path).toSorted())
    .toEqual(["/1", "/2", "/3?key=a", "/4", "/5"]);
});

/** Whether strangers' addresses at both hosts count toward one limit. */
const sharedLimits: [one: string, other: string, isShared: boolean][] = [
  ["https://a.evil.com/", "https://b.evil.com:8443/", true],
  ["https://evil.com/", "https://a.b.evil.com./", true],
  ["https://a.evil.co.uk/", "https://b.evil.co.uk/", true],
  ["https://one.co.uk/", "https://two.co.uk/", false],
  ["https://one.com/", "https://two.com/", false],
  // Each customer of a hosting service counts.
  ["https://one.workers.dev/", "https://two.workers.dev/", false],
  ["https://a.one.workers.dev/", "https://b.one.workers.dev/", true],
  ["https://one.vercel.app/", "https://two.vercel.app/", false],
  ["https://a.unknown-tld/", "https://b.a.unknown-tld/", true],
  // Nothing in the host of a Logic App says whose it is. A workflow of Power Automate has the host of its environment.
  [
    "https://prod-01.westus.logic.azure.com/workflows/1",
    "https://prod-99.eastus.logic.azure.com/workflows/2",
    true,
  ],
  [
    "https://e1.09.environment.api.powerplatform.com/powerautomate/1",
    "https://e1.09.environment.api.powerplatform.com/powerautomate/2",
    true,
  ],
  [
    "https://e1.09.environment.api.powerplatform.com/powerautomate/1",
    "https://e2.09.environment.api.powerplatform.com/powerautomate/1",
    false,
  ],
];

test.for(sharedLimits)("%s and %s share a limit: %s", async ([one, other, isShared]) => {
  await daymark.db.batch(["subscribers"].map((table) => daymark.db.prepare(`DELETE FROM ${table}`)));
  for (const emailAddress of [one, other])
    expect([emailAddress, (await requestSubscription({ emailAddress })).status]).toEqual([emailAddress, 200]);
  const { results } = await daymark.db
    .prepare("SELECT host_key FROM endpoints")
    .all<{ host_key: string | null }>();
  const keys = results.map(({ host_key }) => host_key);
  expect(keys).toHaveLength(2);
  expect(keys).not.toContain(null);
  expect(keys[0] === keys[1]).toBe(isShared);
});

test("the hosts of chat services themselves have no limit", async () => {
  await daymark.db.prepare("DELETE FROM subscribers").run();
  const addresses = [
    "https://hooks.slack.com/services/T000/B000/secret",
    "https://discord.com/api/webhooks/1234567890/secret-token",
    "https://chat.googleapis.com/v1/spaces/AAAA/messages?key=secret&token=secret",
  ];
  for (const emailAddress of addresses)
    expect((await requestSubscription({ emailAddress })).status).toBe(200);
  const { results } = await daymark.db.prepare("SELECT host_key FROM endpoints").all();
  expect(results).toEqual(addresses.map(() => ({ host_key: null })));
});

test("a post to another host of the page's zone passes what protects that host", async () => {
  const { compatibilityFlags } = await daymarkWorker({});
  expect(compatibilityFlags).toContain("global_fetch_strictly_public");
});
