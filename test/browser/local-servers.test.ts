import { request } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { localCredentials } from "../../tools/start/cloudwatch.ts";
import type { Stack } from "../../tools/start/stack.ts";
import { administrator, signIn } from "../../tools/start/user-pool.ts";
import { startEmptyStack } from "../support/stack.ts";

// What a page of another site, open in a developer's browser, can do to the servers of `npm start`.

let stack: Stack;
let servers: Record<"status page" | "console" | "pool" | "mailbox" | "CloudWatch", string>;
beforeAll(async () => {
  stack = await startEmptyStack();
  servers = {
    "status page": stack.statusPage,
    console: stack.adminPage,
    pool: stack.pool.endpoint,
    mailbox: stack.mailbox,
    CloudWatch: stack.cloudWatch.endpoint,
  };
});
afterAll(() => stack?.stop());

interface Sent {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** As a browser can send it: with the headers that `fetch` lets nobody set. */
function send(to: string, { method = "GET", path = "/", headers = {}, body }: Sent = {}) {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: string }>(
    (resolve, reject) => {
      const sending = request(new URL(path, to), { method, headers }, async (response) =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: await text(response),
        }),
      );
      sending.once("error", reject);
      sending.end(body);
    },
  );
}

const signingIn = () => ({
  method: "POST",
  headers: {
    "Content-Type": "application/x-amz-json-1.1",
    "X-Amz-Target": "AWSCognitoIdentityProviderService.InitiateAuth",
  },
  body: JSON.stringify({
    AuthFlow: "USER_PASSWORD_AUTH",
    ClientId: stack.pool.clientID,
    AuthParameters: { USERNAME: administrator.email, PASSWORD: administrator.password },
  }),
});

test("the console's page alone can sign in at the pool and read its answer", async () => {
  const { headers, ...rest } = signingIn();
  const own = await send(servers.pool, { ...rest, headers: { ...headers, Origin: stack.adminPage } });
  expect([own.status, own.headers["access-control-allow-origin"]]).toEqual([200, stack.adminPage]);
  for (const Origin of [
    "https://evil.example",
    "null",
    stack.statusPage,
    `${stack.adminPage}.evil.example`,
    "http://localhost",
  ]) {
    const other = await send(servers.pool, { ...rest, headers: { ...headers, Origin } });
    expect([Origin, other.status, other.headers["access-control-allow-origin"]]).toEqual([
      Origin,
      403,
      undefined,
    ]);
    expect(other.body).not.toContain("Token");
  }
});

test("a preflight is granted to the console's page alone", async () => {
  const asked = { "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "x-amz-target" };
  const ask = (Origin: string) => send(servers.pool, { method: "OPTIONS", headers: { ...asked, Origin } });
  const own = await ask(stack.adminPage);
  expect([own.status, own.headers["access-control-allow-origin"]]).toEqual([204, stack.adminPage]);
  const other = await ask("https://evil.example");
  expect([other.status, other.headers["access-control-allow-origin"]]).toEqual([403, undefined]);
});

test("what the Worker calls leaves it to the Worker to close idle connections", async () => {
  for (const name of ["pool", "mailbox", "CloudWatch"] as const) {
    const { connection, "keep-alive": closesAfter } = (await send(servers[name])).headers;
    expect([name, connection, closesAfter]).toEqual([name, "keep-alive", undefined]);
  }
});

test("a name of another site that leads to this machine is refused by every server", async () => {
  const words = "This address is served at localhost and 127.0.0.1 only.\n";
  for (const [name, server] of Object.entries(servers)) {
    const { port } = new URL(server);
    for (const Host of [`evil.example:${port}`, "evil.example", `localhost.evil.example:${port}`]) {
      const { status, body } = await send(server, { headers: { Host } });
      expect([name, Host, status, body]).toEqual([name, Host, 403, words]);
    }
    for (const Host of [`localhost:${port}`, `127.0.0.1:${port}`])
      expect([name, Host, (await send(server, { headers: { Host } })).body]).not.toContain(words);
  }
});

test("a page of another site can not read or empty the mailbox, and its own page can", async () => {
  const other = { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" };
  expect((await send(servers.mailbox, { path: "/store", headers: other })).status).toBe(403);
  const cross = { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "script" };
  expect((await send(servers.mailbox, { path: "/store", headers: cross })).status).toBe(403);
  const empty = { method: "POST", path: "/clear-store" };
  expect((await send(servers.mailbox, { ...empty, headers: { Origin: "null" } })).status).toBe(403);
  expect((await send(servers.mailbox, { ...empty, headers: { Origin: stack.mailbox } })).status).toBe(200);
  const followed = { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "document" };
  expect((await send(servers.mailbox, { headers: followed })).status).toBe(200);
});

test("CloudWatch's stand-in answers no page at all", async () => {
  const headers = { Origin: stack.adminPage, "X-Amz-Access-Key": localCredentials.accessKeyId };
  expect((await send(servers.CloudWatch, { method: "POST", headers, body: "{}" })).status).toBe(403);
});

test("no server lets a public page reach into the private network", async () => {
  for (const server of Object.values(servers)) {
    const { headers } = await send(server, {
      method: "OPTIONS",
      path: "/api/components",
      headers: {
        Origin: "https://evil.example",
        "Access-Control-Request-Method": "GET",
        "Access-Control-Request-Private-Network": "true",
      },
    });
    expect(headers["access-control-allow-private-network"]).toBeUndefined();
  }
});

test("the local pool refuses sign-up, however it is asked", async () => {
  const { headers } = signingIn();
  const body = JSON.stringify({
    ClientId: stack.pool.clientID,
    Username: "stranger@example.com",
    Password: "Stranger-1234",
    UserAttributes: [{ Name: "email", Value: "stranger@example.com" }],
  });
  for (const target of ["AWSCognitoIdentityProviderService.SignUp", "x.SignUp", "x.SignUp.y"]) {
    const answer = await send(servers.pool, {
      method: "POST",
      headers: { ...headers, "X-Amz-Target": target },
      body,
    });
    expect([target, answer.status, JSON.parse(answer.body)]).toEqual([
      target,
      400,
      { __type: "NotAuthorizedException", message: "SignUp is not permitted for this user pool" },
    ]);
  }
});

test("the demo's administrator is a member of the group, with a verified address", async () => {
  const token = await signIn(stack.pool);
  const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
  expect(claims).toMatchObject({ "cognito:groups": ["administrators"], email_verified: true });
  const headers = { Authorization: token };
  expect((await send(servers["status page"], { path: "/api/settings", headers })).status).toBe(200);
});
