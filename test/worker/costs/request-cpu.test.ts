import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { enableMail } from "../../support/factories/make-subscribers.ts";
import { topicArn } from "../../support/fakes/fake-sns.ts";
import { type RawRequest, rawSender } from "../../support/readers/raw-request.ts";
import { medianCpuMs, workerdPID } from "../../support/run/cpu-time.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";

const KiB = 1024;

let daymark: Daymark;
let sender: ReturnType<typeof rawSender>;
let pid: string;
beforeAll(async () => {
  daymark = await startDaymark({
    build: "worker",
    vars: { MAIL_TOPIC_ARN: topicArn },
    // Requests above a rate limit would be rejected before they are parsed.
    rates: "unlimited",
  });
  await enableMail(daymark);
  sender = rawSender(daymark.url);
  pid = await workerdPID();
});
afterAll(async () => {
  sender.stop();
  await daymark.stop();
});

/** Returns distinct characters, because they make the conversion of a host to Punycode slowest. */
const distinctCharacters = (length: number) =>
  String.fromCodePoint(...Array.from({ length }, (_, index) => 0x4e00 + (index % 20_000)));
const nestedArrays = (length: number) => "[".repeat(length / 2) + "]".repeat(length / 2);
const post = (path: string, body: string | Uint8Array, headers = {}): RawRequest => ({
  method: "POST",
  path,
  body,
  headers: { "Content-Type": "application/json", ...headers },
});
const get = (path: string, headers = {}): RawRequest => ({ method: "GET", path, headers });
const formEncoded = { "Content-Type": "application/x-www-form-urlencoded" };
const multipart = { "Content-Type": "multipart/form-data; boundary=x" };
const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n';

const hook = (fields: object) => JSON.stringify({ Type: "Notification", TopicArn: topicArn, ...fields });
const manyFields = (length: number) =>
  `{${Array.from({ length: length / 10 }, (_, index) => `"${index.toString(36)}":0`).join()}}`.slice(
    0,
    length,
  );

/** For each kind of path: a small request, and the largest and most expensive requests that anyone can send there. */
const requestsByPath: Record<string, { plain: RawRequest; expensive: Record<string, RawRequest> }> = {
  "the hook": {
    plain: post("/api/hooks/ses", hook({})),
    expensive: {
      "a certificate's host of 60,000 letters": post(
        "/api/hooks/ses",
        hook({ TopicArn: "x", SigningCertURL: `https://${distinctCharacters(60_000)}/` }),
      ),
      "the same with the right topic": post(
        "/api/hooks/ses",
        hook({
          SigningCertURL: `https://${distinctCharacters(60_000)}/`,
          SubscribeURL: `https://${distinctCharacters(60_000)}/`,
        }),
      ),
      "letters up to the limit": post("/api/hooks/ses", hook({ Message: distinctCharacters(80 * KiB) })),
      "deep nesting": post("/api/hooks/ses", `"${topicArn}"${nestedArrays(250 * KiB)}`),
      "deep nesting in a field": post(
        "/api/hooks/ses",
        `{"TopicArn":"${topicArn}","a":${nestedArrays(250 * KiB)}}`,
      ),
      "many fields": post("/api/hooks/ses", `{"TopicArn":"${topicArn}","a":${manyFields(250 * KiB)}}`),
      backslashes: post("/api/hooks/ses", `"${topicArn}"${'"\\\\'.repeat(50 * KiB)}`),
      "spaces in a date": post("/api/hooks/ses", hook({ Timestamp: " ".repeat(200 * KiB) })),
      "no UTF-8": post("/api/hooks/ses", new Uint8Array(256 * KiB).fill(0xff)),
      "more than it takes": { ...post("/api/hooks/ses", distinctCharacters(100 * KiB)), chunked: true },
    },
  },
  "subscribing by the API": {
    plain: post("/api/subscribers/subscribe", '{"emailAddress":"plain"}'),
    expensive: {
      "a domain of letters": post(
        "/api/subscribers/subscribe",
        JSON.stringify({ emailAddress: `a@${distinctCharacters(5000)}` }),
      ),
      "a domain as long as it may be": post(
        "/api/subscribers/subscribe",
        JSON.stringify({ emailAddress: `a@${distinctCharacters(250)}` }),
      ),
      labels: post(
        "/api/subscribers/subscribe",
        JSON.stringify({ emailAddress: `a@${[...distinctCharacters(120)].join(".")}.com` }),
      ),
      components: post(
        "/api/subscribers/subscribe",
        JSON.stringify({ emailAddress: "a", components: Array.from({ length: 8000 }, () => 0) }),
      ),
      nesting: post("/api/subscribers/subscribe", `{"emailAddress":${nestedArrays(16_000)}}`),
      fields: post("/api/subscribers/subscribe", manyFields(16_000)),
      "a language": post(
        "/api/subscribers/subscribe",
        JSON.stringify({ emailAddress: "a", language: "en-".repeat(5000), timeZone: "A/".repeat(3) }),
      ),
      "300 kB": {
        ...post(
          "/api/subscribers/subscribe",
          JSON.stringify({ emailAddress: `a@${distinctCharacters(100 * KiB)}` }),
        ),
        chunked: true,
      },
    },
  },
  "subscribing by the form": {
    plain: post("/subscribe", "emailAddress=plain", formEncoded),
    expensive: {
      "a domain of letters": post("/subscribe", `emailAddress=a@${distinctCharacters(5000)}`, formEncoded),
      "a domain as long as it may be": post(
        "/subscribe",
        `emailAddress=a@${distinctCharacters(240)}`,
        formEncoded,
      ),
      "thousands of components": post("/subscribe", "components=&".repeat(1365), formEncoded),
      "thousands of fields": post("/subscribe", "a&".repeat(8190), formEncoded),
      percents: post("/subscribe", `emailAddress=${"%".repeat(16_000)}`, formEncoded),
      parts: post("/subscribe", `${part.repeat(280)}--x--`, multipart),
      boundaries: post("/subscribe", "\r\n--x".repeat(3200), multipart),
      "300 kB": {
        ...post("/subscribe", `emailAddress=a@${distinctCharacters(100 * KiB)}`, formEncoded),
        chunked: true,
      },
    },
  },
  "a page": {
    plain: get("/"),
    expensive: {
      "a thousand parameters": get(`/?${"a&".repeat(1000)}`),
      "many malformed parameters": get(`/?${"%ff=&".repeat(380)}`),
      "a long language": get(`/?lang=${"a-".repeat(1000)}`),
      tags: get("/", { "If-None-Match": ",".repeat(15_000) }),
      "tags with spaces": get("/", { "If-None-Match": `a${" ".repeat(15_000)}b` }),
      "long Accept headers": get("/", {
        Accept: "text/markdown;q=0.1,".repeat(700),
        "Accept-Language": "de,".repeat(5000),
      }),
      cookies: get("/", { Cookie: "a=b; ".repeat(3000), "X-Request-Id": "x".repeat(8000) }),
    },
  },
  "an unknown page": {
    plain: get("/nothing"),
    expensive: {
      "a long path": get(`/${"x".repeat(2000)}`),
      "an endless path": get(`/${"x".repeat(15_000)}`),
      slashes: get("/".repeat(2000)),
      dots: get("/..".repeat(600)),
      encoded: get(`/${"%2e%2E/".repeat(280)}`),
      "encoded letters": get(`/${"%c3%bc".repeat(330)}`),
      "a host of letters": get("/nothing", {
        Host: Buffer.from(distinctCharacters(4000)).toString("latin1"),
      }),
      "a long host": get("/nothing", { Host: "x.".repeat(4000) }),
      "a long link": get(`/subscriptions/${"x".repeat(900)}/${"x".repeat(900)}`),
    },
  },
  "a list": {
    // This is rejected like the others, because a cached response would cost almost nothing.
    plain: get("/api/incidents?limit=0"),
    expensive: {
      "a long date": get(`/api/incidents?before=${"2".repeat(1900)}`),
      "a date as long as it may be": get(`/api/incidents?before=${"2026-01-01T".padEnd(100, "0")}`),
      cursors: get(`/api/incidents?before=${"_".repeat(1900)}`),
      numbers: get(`/api/incidents?limit=${"9".repeat(1900)}`),
      again: get(`/api/incidents?${"limit=1&".repeat(220)}`),
    },
  },
  "an administrator operation": {
    plain: get("/api/settings", { Authorization: "Bearer nothing" }),
    expensive: {
      "a long token": get("/api/settings", { Authorization: `Bearer ${"x".repeat(8000)}` }),
      "a token of dots": get("/api/settings", { Authorization: ".".repeat(8000) }),
      "a token of braces": get("/api/settings", {
        Authorization: `${Buffer.from(nestedArrays(5000)).toString("base64url")}.e30.x`,
      }),
      "an endless token": get("/api/settings", { Authorization: "x".repeat(15_000) }),
      "a tag": {
        ...get("/api/settings", { Authorization: "x", "If-Match": '"W/'.repeat(5000) }),
        method: "PATCH",
      },
      preflight: {
        ...get("/api/settings", {
          Origin: "https://example.com",
          "Access-Control-Request-Headers": `a${" ".repeat(15_000)}b`,
        }),
        method: "OPTIONS",
      },
      "preflight as long as it may be": {
        ...get("/api/settings", { "Access-Control-Request-Headers": `a${" ".repeat(2000)}b` }),
        method: "OPTIONS",
      },
    },
  },
  "an API key operation": {
    plain: post("/api/v0/metrics/data", "{}", { "x-api-key": "x".repeat(40) }),
    expensive: {
      "a long key": post("/api/v0/metrics/data", "{}", { "x-api-key": "x".repeat(15_000) }),
      "a long body": {
        ...post("/api/v0/metrics/data", nestedArrays(512 * KiB), { "x-api-key": "x".repeat(40) }),
        chunked: true,
      },
    },
  },
};

const RUNS = 15;

// CPU times come from /proc, which only Linux has.
describe.runIf(process.platform === "linux")("no request takes 10 times the CPU time of a small one", () => {
  test.for(Object.entries(requestsByPath))("%s", async ([, { plain, expensive }]) => {
    // Each request has a connection of its own: the server may reset one after a body that is too long, and a plain
    // request that then failed on it would seem to cost nothing.
    const actions: Record<string, () => Promise<unknown>> = { plain: () => sender.sendAlone(plain) };
    for (const [name, request] of Object.entries(expensive))
      actions[name] = () => sender.sendAlone(request).catch(() => undefined);
    await medianCpuMs(pid, actions, 3);
    const { plain: plainMs = 0, ...timesMs } = await medianCpuMs(pid, actions, RUNS);
    const ratios = Object.entries(timesMs).map(([name, timeMs]) => [name, timeMs / plainMs] as const);
    expect(plainMs).toBeGreaterThan(0);
    expect(ratios.filter(([, ratio]) => ratio > 10)).toEqual([]);
  });
});
