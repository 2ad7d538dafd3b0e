import { request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { beforeAll, expect, test } from "vitest";
import { localCredentials } from "../../../../tools/start/cloudwatch.ts";
import { administrator, signIn } from "../../../../tools/start/user-pool.ts";
import { type Product, startProduct } from "../../../support/starters/product.ts";

// A page of another site, open in a developer's browser, can send requests to the servers of `npm start`.

let product: Product;
let servers: Record<"status page" | "console" | "pool" | "mailbox" | "CloudWatch", string>;
beforeAll(async () => {
  product = await startProduct();
  servers = {
    "status page": product.statusPage,
    console: product.adminPage,
    pool: product.pool.endpoint,
    mailbox: product.mailbox,
    CloudWatch: product.cloudWatch.endpoint,
  };
});

/** @returns what a client of HTTP/1.0 gets until the server closes the connection, and after how long */
async function readToEnd(server: string, request: string) {
  const start = performance.now();
  const socket = connect(Number(new URL(server).port), "127.0.0.1");
  for (const part of request.match(/.{1,100}/gs) ?? []) {
    socket.write(part);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return { response: await text(socket), ms: performance.now() - start };
}

test.for(["status page", "console"] as const)("the %s closes a connection of HTTP/1.0", async (name) => {
  const server = servers[name];
  const { response, ms } = await readToEnd(server, "GET / HTTP/1.0\r\nHost: localhost\r\n\r\n");
  expect(response).toMatch(/^HTTP\/1\.1 200 .*<\/html>\s*$/s);
  expect(ms).toBeLessThan(4000); // workerd closes it after 5 seconds
});

test("a request of HTTP/1.0 arrives with its whole body", async () => {
  const body = JSON.stringify({ emailAddress: `${"a".repeat(300)}@` });
  const head = `POST /api/subscribers/subscribe HTTP/1.0\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n`;
  const { response, ms } = await readToEnd(servers["status page"], head + body);
  expect(response).toMatch(/^HTTP\/1\.1 400 .*"path":"emailAddress"/s);
  expect(ms).toBeLessThan(4000);
});

interface RequestInput {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Uses node:http, because `fetch` can't set Host, Origin or Sec-Fetch-*. */
function send(to: string, { method = "GET", path = "/", headers = {}, body }: RequestInput = {}) {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: string }>(
    (resolve, reject) => {
      const clientRequest = request(new URL(path, to), { method, headers }, async (response) =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: await text(response),
        }),
      );
      clientRequest.once("error", reject);
      clientRequest.end(body);
    },
  );
}

const signInRequest = () => ({
  method: "POST",
  headers: {
    "Content-Type": "application/x-amz-json-1.1",
    "X-Amz-Target": "AWSCognitoIdentityProviderService.InitiateAuth",
  },
  body: JSON.stringify({
    AuthFlow: "USER_PASSWORD_AUTH",
    ClientId: product.pool.clientID,
    AuthParameters: { USERNAME: administrator.email, PASSWORD: administrator.password },
  }),
});

test("only the console's page can sign in at the user pool and read the response", async () => {
  const { headers, ...rest } = signInRequest();
  const ownOrigin = await send(servers.pool, { ...rest, headers: { ...headers, Origin: product.adminPage } });
  expect([ownOrigin.status, ownOrigin.headers["access-control-allow-origin"]]).toEqual([
    200,
    product.adminPage,
  ]);
  for (const Origin of [
    "https://evil.example",
    "null",
    product.statusPage,
    `${product.adminPage}.evil.example`,
    "http://localhost",
  ]) {
    const otherOrigin = await send(servers.pool, { ...rest, headers: { ...headers, Origin } });
    expect([Origin, otherOrigin.status, otherOrigin.headers["access-control-allow-origin"]]).toEqual([
      Origin,
      403,
      undefined,
    ]);
    expect(otherOrigin.body).not.toContain("Token");
  }
});

test("the user pool allows a preflight only from the console's page", async () => {
  const preflightHeaders = {
    "Access-Control-Request-Method": "POST",
    "Access-Control-Request-Headers": "x-amz-target",
  };
  const preflight = (Origin: string) =>
    send(servers.pool, { method: "OPTIONS", headers: { ...preflightHeaders, Origin } });
  const ownOrigin = await preflight(product.adminPage);
  expect([ownOrigin.status, ownOrigin.headers["access-control-allow-origin"]]).toEqual([
    204,
    product.adminPage,
  ]);
  const otherOrigin = await preflight("https://evil.example");
  expect([otherOrigin.status, otherOrigin.headers["access-control-allow-origin"]]).toEqual([403, undefined]);
});

test("the servers that the Worker calls keep idle connections open", async () => {
  for (const name of ["pool", "mailbox", "CloudWatch"] as const) {
    const { connection, "keep-alive": keepAlive } = (await send(servers[name])).headers;
    expect([name, connection, keepAlive]).toEqual([name, "keep-alive", undefined]);
  }
});

test("every server refuses a foreign Host (DNS rebinding)", async () => {
  const message = "This address is served at localhost and 127.0.0.1 only.\n";
  for (const [name, server] of Object.entries(servers)) {
    const { port } = new URL(server);
    for (const Host of [`evil.example:${port}`, "evil.example", `localhost.evil.example:${port}`]) {
      const { status, body } = await send(server, { headers: { Host } });
      expect([name, Host, status, body]).toEqual([name, Host, 403, message]);
    }
    for (const Host of [`localhost:${port}`, `127.0.0.1:${port}`])
      expect([name, Host, (await send(server, { headers: { Host } })).body]).not.toContain(message);
  }
});

test("only the mailbox's own page can read and empty it", async () => {
  const otherOrigin = { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" };
  expect((await send(servers.mailbox, { path: "/store", headers: otherOrigin })).status).toBe(403);
  const crossSiteScript = { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "script" };
  expect((await send(servers.mailbox, { path: "/store", headers: crossSiteScript })).status).toBe(403);
  const emptyMailbox = { method: "POST", path: "/clear-store" };
  expect((await send(servers.mailbox, { ...emptyMailbox, headers: { Origin: "null" } })).status).toBe(403);
  expect(
    (await send(servers.mailbox, { ...emptyMailbox, headers: { Origin: product.mailbox } })).status,
  ).toBe(200);
  const followedLink = { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "document" };
  expect((await send(servers.mailbox, { headers: followedLink })).status).toBe(200);
});

test("the local CloudWatch refuses requests from every page", async () => {
  const headers = { Origin: product.adminPage, "X-Amz-Access-Key": localCredentials.accessKeyId };
  expect((await send(servers.CloudWatch, { method: "POST", headers, body: "{}" })).status).toBe(403);
});

test("no server allows private network access from a public page", async () => {
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

test("the local user pool refuses sign-up, whatever the X-Amz-Target prefix", async () => {
  const { headers } = signInRequest();
  const body = JSON.stringify({
    ClientId: product.pool.clientID,
    Username: "stranger@example.com",
    Password: "Stranger-1234",
    UserAttributes: [{ Name: "email", Value: "stranger@example.com" }],
  });
  for (const target of ["AWSCognitoIdentityProviderService.SignUp", "x.SignUp", "x.SignUp.y"]) {
    const response = await send(servers.pool, {
      method: "POST",
      headers: { ...headers, "X-Amz-Target": target },
      body,
    });
    expect([target, response.status, JSON.parse(response.body)]).toEqual([
      target,
      400,
      { __type: "NotAuthorizedException", message: "SignUp is not permitted for this user pool" },
    ]);
  }
});

test("the demo's administrator is in the group `administrators` and has a verified email address", async () => {
  const token = await signIn(product.pool);
  const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
  expect(claims).toMatchObject({ "cognito:groups": ["administrators"], email_verified: true });
  const headers = { Authorization: token };
  expect((await send(servers["status page"], { path: "/api/settings", headers })).status).toBe(200);
});
