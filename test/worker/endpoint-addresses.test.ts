import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { daymarkWorker } from "../../tools/start/workers.ts";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { subscribers } from "../support/make-subscribers.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../support/webhook-receiver.ts";

// Strangers choose the addresses that the Worker posts to, so an installation of the Internet takes only public ones.

const publicHosts = ["hooks.example.com", "hooks.example.com:8443", "xn--bcher-kva.example.com"];

let daymark: Daymark;
let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  daymark = await startDaymark({
    vars: { STATUS_PAGE_URL: "https://status.example.com", ADMIN_PAGE_URL: "https://admin.example.com/" },
    hosts: Object.fromEntries(publicHosts.map((host) => [host, receiver.url])),
    rates: "unlimited",
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
  ];
  for (const emailAddress of written) expect((await requestSubscription({ emailAddress })).status).toBe(200);
  await expect
    .poll(() => receiver.posts.map(({ path }) => path).toSorted())
    .toEqual(["/1", "/2", "/3?key=a", "/4"]);
});

test("a post to another host of the page's zone passes what protects that host", async () => {
  const { compatibilityFlags } = await daymarkWorker({});
  expect(compatibilityFlags).toContain("global_fetch_strictly_public");
});
