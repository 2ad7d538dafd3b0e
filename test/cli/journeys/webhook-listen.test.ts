import { afterAll, beforeAll, expect, test } from "vitest";
import { hostileText, terminalControls } from "../../support/deploy/terminal-controls.ts";
import { signedHeaders, startListener } from "../../support/fakes/webhook-listener.ts";
import { rawRequest } from "../../support/readers/raw-request.ts";
import {
  challenge,
  challengeBody,
  componentBody,
  incidentBody,
  maintenanceBody,
  manageURL,
  testBody,
} from "../../support/readers/webhook-bodies.ts";
import { openTerminal, type Terminal } from "../../support/starters/command-line.ts";

const secret = `whsec_${Buffer.alloc(32, "a").toString("base64")}`;
const otherSecret = `whsec_${Buffer.alloc(32, "b").toString("base64")}`;
const MAX_BODY_BYTES = 1024 * 1024;

let terminal: Terminal;
beforeAll(async () => {
  terminal = await openTerminal();
});
afterAll(() => terminal.remove());

/** Removes the lines about the start, and replaces the times of receipt. */
function deliveriesIn(stdout: string): string {
  return stdout
    .replace(/^(Listening on|Signatures aren't checked).*\n/gm, "")
    .replace(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/gm, "<time>");
}

test("webhook listen answers a challenge and prints the link to manage the webhook", async () => {
  const listener = await startListener();
  const response = await listener.post(challengeBody);
  expect([response.status, await response.text()]).toEqual([200, challenge]);
  const { code, stdout, stderr } = await listener.end();
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toContain(`Listening on ${listener.url}. Press Ctrl-C to stop.\nSignatures aren't checked.`);
  expect(deliveriesIn(stdout)).toBe(`<time>  Confirmed  Example  (signature not checked)
  Manage it and see its signing secret: ${manageURL}
`);
});

test("webhook listen prints each delivery with its newest message, shortened", async () => {
  const listener = await startListener();
  const long = incidentBody({ incident_updates: [{ body: `${"slow ".repeat(100)}end` }] });
  const bodies = [incidentBody(), long, maintenanceBody, componentBody, testBody, { type: "later" }, {}];
  for (const body of bodies) expect((await listener.post(body)).status).toBe(204);
  const { stdout } = await listener.end();
  expect(deliveriesIn(stdout)).toBe(`<time>  Incident  ● Identified  API is slow  (signature not checked)
  A disk is full.
<time>  Incident  ● Identified  API is slow  (signature not checked)
  ${"slow ".repeat(32).trim()}…
<time>  Maintenance  ● In Progress  New database  (signature not checked)
  2030-01-31 22:00 to 2030-01-31 23:30 UTC
<time>  Component  ● Operational → Major Outage  API  (signature not checked)
<time>  Test  (signature not checked)
<time>  Unknown  later  (signature not checked)
<time>  Unknown  (signature not checked)
`);
});

test("webhook listen accepts signatures with its secret, also during a rotation and if they are minutes old", async () => {
  const listener = await startListener({ env: { DAYMARK_WEBHOOK_SECRET: ` ${secret}\n` } });
  for (const signing of [
    { secrets: [secret] },
    { secrets: [otherSecret, secret] },
    { secrets: [secret], ageSeconds: 290 },
    { secrets: [secret], ageSeconds: -290 },
  ])
    expect((await listener.post(testBody, signedHeaders(testBody, signing))).status).toBe(204);
  const response = await listener.post(challengeBody, signedHeaders(challengeBody, { secrets: [secret] }));
  expect(await response.text()).toBe(challenge);
  const { stdout } = await listener.end();
  expect(stdout).not.toContain("aren't checked");
  expect(deliveriesIn(stdout)).toMatch(
    /^(<time> {2}Test {2}\(signature verified\)\n){4}<time> {2}Confirmed .*\(signature verified\)\n.*\n$/,
  );
});

test("webhook listen refuses deliveries whose signature is missing, wrong or too old", async () => {
  const listener = await startListener({
    args: ["--secret", secret],
    env: { DAYMARK_WEBHOOK_SECRET: otherSecret },
  });
  const valid = signedHeaders(testBody, { secrets: [secret] });
  for (const headers of [
    {},
    { ...valid, "webhook-timestamp": "now" },
    { ...valid, "webhook-id": "msg_2" },
    { ...valid, "webhook-signature": valid["webhook-signature"].replace("v1,", "v1a,") },
    { ...valid, "webhook-signature": "v1" },
    signedHeaders(incidentBody(), { secrets: [secret] }),
    signedHeaders(testBody, { secrets: [otherSecret] }),
    signedHeaders(testBody, { secrets: [secret], ageSeconds: 310 }),
    signedHeaders(testBody, { secrets: [secret], ageSeconds: -310 }),
  ])
    expect((await listener.post(testBody, headers)).status).toBe(401);
  const { code, stdout } = await listener.end();
  expect(code).toBe(0);
  expect(deliveriesIn(stdout).replaceAll("<time>  Test  ", "")).toBe(
    `${"(refused with 401: a webhook header is missing or invalid)\n".repeat(2)}${"(refused with 401: the signature is wrong)\n".repeat(5)}(refused with 401: it is older than 5 minutes, or this machine's clock is wrong)
(refused with 401: it is from the future, or this machine's clock is wrong)
`,
  );
});

test("webhook listen with another webhook's secret refuses a challenge and says how to confirm it", async () => {
  const listener = await startListener({ args: ["--secret", otherSecret] });
  const response = await listener.post(challengeBody, signedHeaders(challengeBody, { secrets: [secret] }));
  expect([response.status, await response.text()]).toEqual([401, expect.not.stringContaining(challenge)]);
  const { stdout } = await listener.end();
  expect(deliveriesIn(stdout)).toBe(`<time>  Challenge  Example  (refused with 401: the signature is wrong)
  Manage it and see its signing secret: ${manageURL}
  A new webhook has a new signing secret. To confirm this one, listen without a secret and subscribe again.
`);
});

test("webhook listen --json prints each delivery as one line of JSON, and the rest on standard error", async () => {
  const listener = await startListener({ args: ["--json"], env: { DAYMARK_WEBHOOK_SECRET: secret } });
  const valid = signedHeaders(maintenanceBody, { secrets: [secret] });
  await listener.post(maintenanceBody, valid);
  await listener.post(testBody, { ...valid, "webhook-id": "msg_2" });
  await listener.post("no JSON");
  const { stdout, stderr } = await listener.end();
  expect(stderr).toBe(
    `Listening on ${listener.url}. Press Ctrl-C to stop.\nRefused a request: its body isn't a JSON object.\n`,
  );
  const receivedAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect(
    stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { receivedAt, signature: "verified", status: 204, headers: valid, body: maintenanceBody },
    {
      receivedAt,
      signature: "wrong",
      status: 401,
      headers: { ...valid, "webhook-id": "msg_2" },
      body: testBody,
    },
  ]);
});

test("webhook listen refuses what isn't a POST of at most 1 MiB of JSON, and goes on", async () => {
  const listener = await startListener();
  const padded = (size: number) => `{}${" ".repeat(size - 2)}`;
  const get = await fetch(listener.url);
  expect([get.status, get.headers.get("Allow")]).toEqual([405, "POST"]);
  expect((await listener.post(padded(MAX_BODY_BYTES + 1))).status).toBe(413);
  const chunked = { method: "POST", path: "/", body: padded(MAX_BODY_BYTES + 1), chunked: true };
  expect((await rawRequest(listener.url, chunked)).status).toBe(413);
  for (const body of [
    "",
    "no JSON",
    "null",
    "[]",
    { ...challengeBody, confirmation_code: "<b>not base64</b>" },
  ])
    expect((await listener.post(body)).status).toBe(400);
  expect((await listener.post(padded(MAX_BODY_BYTES))).status).toBe(204);
  const { stdout, stderr } = await listener.end();
  expect(stderr).toBe(
    [
      "it is a GET, and deliveries are POSTs",
      ...Array(2).fill("its body is larger than 1 MiB"),
      ...Array(4).fill("its body isn't a JSON object"),
    ]
      .map((reason) => `Refused a request: ${reason}.\n`)
      .join(""),
  );
  expect(deliveriesIn(stdout)).toContain("Challenge  Example  (refused with 400: the challenge isn't valid)");
});

test("webhook listen survives a body that is nested too deeply to print", async () => {
  const listener = await startListener({ args: ["--json"] });
  const depth = 500_000;
  expect((await listener.post(`{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`)).status).toBe(400);
  expect((await listener.post(testBody)).status).toBe(204);
  const { code, stdout } = await listener.end();
  expect([code, JSON.parse(stdout).body]).toEqual([0, testBody]);
});

test("webhook listen prints no control characters from a delivery", async () => {
  const hostile = (body: unknown) =>
    JSON.parse(JSON.stringify(body), (key, value) =>
      typeof value === "string" && !["type", "confirmation_code", "impact"].includes(key)
        ? hostileText + value + hostileText
        : value,
    );
  const bodies = [challengeBody, incidentBody(), maintenanceBody, componentBody, testBody].map(hostile);
  bodies.push({ type: hostileText }, { [hostileText]: hostileText });
  for (const args of [[], ["--json"], ["--secret", secret]]) {
    const listener = await startListener({ args });
    for (const body of bodies) await listener.post(body, { "webhook-id": "\u009b31m" });
    const { stdout, stderr } = await listener.end();
    expect(`${stdout}${stderr}`).toContain("FORGED");
    expect(`${stdout}${stderr}`).not.toMatch(terminalControls);
    if (args.includes("--json"))
      expect(
        stdout
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line).body),
      ).toEqual(bodies);
  }
});

test("webhook listen explains an invalid port, host or secret, and doesn't print the secret", async () => {
  const listener = await startListener();
  const { port } = new URL(listener.url);
  const listen = (...args: string[]) => terminal.run(["webhook", "listen", ...args]);
  expect(await listen("--port", port)).toEqual({
    code: 2,
    stdout: "",
    stderr: `Port ${port} is in use. Choose another one with --port.\n`,
  });
  await listener.end();
  for (const invalid of ["-1", "65536", "http", "1.5"])
    expect(await listen("--port", invalid)).toEqual({
      code: 2,
      stdout: "",
      stderr: `"${invalid}" isn't a port. Use a number from 1 to 65535, or 0 for any free port.\n`,
    });
  // An address for documentation, which no machine has (RFC 5737).
  expect((await listen("--port", "0", "--host", "192.0.2.1")).stderr).toBe(
    "Can't listen on 192.0.2.1, port 0: EADDRNOTAVAIL.\n",
  );
  const bytes = (count: number) => `whsec_${Buffer.alloc(count, "s").toString("base64")}`;
  for (const invalid of [
    "",
    "whsec_",
    secret.replace("whsec_", ""),
    secret.slice(0, -2),
    `${secret}!`,
    bytes(23),
    bytes(65),
  ])
    expect(await listen("--secret", invalid)).toEqual({
      code: 2,
      stdout: "",
      stderr:
        "The signing secret isn't valid. Copy all of it, with whsec_ at its beginning, from the link that manages the webhook.\n",
    });
  for (const valid of [bytes(24), bytes(64)])
    expect((await (await startListener({ args: ["--secret", valid] })).end()).code).toBe(0);
});
