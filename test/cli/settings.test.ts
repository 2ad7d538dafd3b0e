import { chmod, mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { makeApiKey, makeComponent } from "../support/factories/factories.ts";
import { openTerminal, type Terminal } from "../support/starters/command-line.ts";
import { type Daymark, startDaymark } from "../support/starters/daymark.ts";
import { closeServer, listen } from "../support/starters/listen.ts";

const UNREACHABLE_URL = "http://127.0.0.1:9";
const otherKey = "x".repeat(40);
let daymark: Daymark;
let key: string;
let terminal: Terminal;
beforeAll(async () => {
  daymark = await startDaymark();
  key = await makeApiKey(daymark);
  await makeComponent(daymark, { name: "API" });
});
afterAll(() => daymark.stop());
beforeEach(async () => {
  terminal = await openTerminal();
});
afterEach(() => terminal.remove());

const setComponent = ["component", "set", "API", "operational"];
const success = { code: 0, stdout: "  API: stays Operational\n", stderr: "" };

async function writeSettings(settings: unknown, { path = ".config/daymark/config.json", mode = 0o600 } = {}) {
  const file = join(terminal.home, path);
  await mkdir(join(file, ".."), { recursive: true });
  await writeFile(file, typeof settings === "string" ? settings : JSON.stringify(settings));
  await chmod(file, mode);
  return file;
}

test("options override the environment, and the environment overrides the file", async () => {
  const host = new URL(daymark.url).host;
  await writeSettings({ url: `${daymark.url}/`, key });
  expect(await terminal.run(setComponent)).toEqual(success);
  await writeSettings({ url: UNREACHABLE_URL, key: otherKey });
  const env = { DAYMARK_URL: host, DAYMARK_KEY: key };
  expect(await terminal.run(setComponent, { env })).toEqual(success);
  const invalidEnv = { DAYMARK_URL: UNREACHABLE_URL, DAYMARK_KEY: otherKey };
  expect(await terminal.run(["--url", host, ...setComponent, "--key", key], { env: invalidEnv })).toEqual(
    success,
  );
});

test("the error for a key without the required scope names the scope", async () => {
  const env = { DAYMARK_URL: daymark.url, DAYMARK_KEY: await makeApiKey(daymark, { scopes: ["metrics"] }) };
  expect(await terminal.run(["incident", "open", "API is slow"], { env })).toEqual({
    code: 4,
    stdout: "",
    stderr:
      "This API key isn't allowed to do this: its scope is metrics, and this call needs notices or all. An administrator can create another one under Settings.\n",
  });
});

test("--config, DAYMARK_CONFIG and XDG_CONFIG_HOME choose another settings file", async () => {
  const file = await writeSettings({ url: daymark.url, key }, { path: "elsewhere.json" });
  await writeSettings({ url: daymark.url, key }, { path: "xdg/daymark/config.json" });
  expect(await terminal.run([...setComponent, "--config", file])).toEqual(success);
  expect(await terminal.run(setComponent, { env: { DAYMARK_CONFIG: file } })).toEqual(success);
  expect(await terminal.run(setComponent, { env: { XDG_CONFIG_HOME: join(terminal.home, "xdg") } })).toEqual(
    success,
  );
  expect(await terminal.run([...setComponent, "--config", "missing.json"])).toEqual({
    code: 2,
    stdout: "",
    stderr: "Can't read missing.json: ENOENT.\n",
  });
});

test("a settings file that other users can read causes a warning, and an invalid file an error that doesn't quote it", async () => {
  const file = await writeSettings({ url: daymark.url, key }, { mode: 0o644 });
  expect(await terminal.run(setComponent)).toEqual({
    ...success,
    stderr: `Others on this machine can read the API key in ${file}. Run chmod 600 ${file}\n`,
  });
  await writeSettings(`{"key": "${key}`);
  const broken = await terminal.run(setComponent);
  expect(broken).toEqual({
    code: 2,
    stdout: "",
    stderr: `${file} must be a JSON object: {"url": "https://…", "key": "…"}.\n`,
  });
  await writeSettings({ url: daymark.url, key: 5 });
  expect((await terminal.run(setComponent)).stderr).toBe(`"key" in ${file} must be a string.\n`);
});

/** A server that isn't Daymark and records the API keys that it gets. */
async function startStranger(reply: { status: number; headers: Record<string, string>; body: string }) {
  const keys: unknown[] = [];
  const server = createServer((request, response) => {
    keys.push(request.headers["x-api-key"]);
    response.writeHead(reply.status, reply.headers).end(reply.body);
  });
  return { url: await listen(server), keys, stop: () => closeServer(server) };
}

test("the key of the settings file is sent only to the URL of the settings file", async () => {
  const stranger = await startStranger({ status: 200, headers: {}, body: "<h1>Hello</h1>" });
  await writeSettings({ url: daymark.url, key });
  const { code, stderr } = await terminal.run([...setComponent, "--url", stranger.url]);
  expect([code, stderr, stranger.keys]).toEqual([
    4,
    expect.stringContaining("This command needs an API key for"),
    [],
  ]);
  await stranger.stop();
});

test("a redirect is reported and not followed", async () => {
  const target = await startStranger({ status: 200, headers: {}, body: "" });
  const stranger = await startStranger({ status: 308, headers: { Location: `${target.url}/api` }, body: "" });
  expect(await terminal.run(setComponent, { env: { DAYMARK_URL: stranger.url, DAYMARK_KEY: key } })).toEqual({
    code: 1,
    stdout: "",
    stderr: `${stranger.url} redirects to ${target.url}. If that is the status page, use its address.\n`,
  });
  expect(target.keys).toEqual([]);
  await Promise.all([stranger.stop(), target.stop()]);
});

/** A reverse proxy that serves Daymark under a path. */
async function startGateway(path: string) {
  const server = createServer(async (request, response) => {
    const { url = "", headers } = request;
    const reply = url.startsWith(`${path}/`)
      ? await daymark.fetch(url.slice(path.length), {
          headers: { "x-api-key": String(headers["x-api-key"]) },
        })
      : new Response("<h1>Not here</h1>", { status: 404 });
    const type = reply.headers.get("Content-Type") ?? "";
    response.writeHead(reply.status, { "Content-Type": type }).end(await reply.text());
  });
  return { url: await listen(server), stop: () => closeServer(server) };
}

test("an address can have a path if Daymark is under it, and otherwise the error says to leave it out", async () => {
  const gateway = await startGateway("/status");
  const list = (url: string) => terminal.run(["component", "list", "--url", url, "--key", key]);
  const componentList = {
    code: 0,
    stdout: expect.stringMatching(/^● Operational {2}\w+ {2}API\n$/),
    stderr: "",
  };
  for (const path of ["/status", "/status/", "/status//"])
    expect(await list(`${gateway.url}${path}`)).toEqual(componentList);
  expect(await list(`${daymark.url}/`)).toEqual(componentList);
  const hint = (origin: string, path: string) =>
    `The address has a path: if the status page is at ${origin}, leave out ${path}.\n`;
  for (const path of ["/status", "/incidents/abc", "/api"]) {
    expect({ path, ...(await list(`${daymark.url}${path}/`)) }).toEqual({
      path,
      code: 1,
      stdout: "",
      stderr: expect.stringContaining(hint(daymark.url, path)),
    });
  }
  expect((await list(`${gateway.url}/other`)).stderr).toBe(
    `${gateway.url}/other doesn't answer like Daymark (status 404). ${hint(gateway.url, "/other")}`,
  );
  await gateway.stop();
});

test("a missing or invalid key exits with 4 and is never printed", async () => {
  expect(await terminal.run(setComponent, { env: { DAYMARK_URL: daymark.url } })).toMatchObject({
    code: 4,
    stdout: "",
  });
  for (const invalidKey of [otherKey, "short", "ungültig"]) {
    const result = await terminal.run(setComponent, {
      env: { DAYMARK_URL: daymark.url, DAYMARK_KEY: invalidKey },
    });
    expect([result.code, result.stdout]).toEqual([4, ""]);
    expect(result.stderr).not.toContain(invalidKey);
  }
});

test("an unreachable server exits with 3, and a server that isn't Daymark with 1", async () => {
  const stranger = await startStranger({
    status: 200,
    headers: { "Content-Type": "text/html" },
    body: "<h1>Hello</h1>",
  });
  const status = (url: string) => terminal.run(["status", "--url", url]);
  expect(await status("127.0.0.1:9999")).toEqual({
    code: 3,
    stdout: "",
    stderr: "Can't reach Daymark at http://127.0.0.1:9999: nothing answers there.\n",
  });
  expect(await status(stranger.url)).toEqual({
    code: 1,
    stdout: "",
    stderr: `${stranger.url} doesn't answer like Daymark (status 200).\n`,
  });
  await stranger.stop();
  expect((await status("ftp://status.example.com")).code).toBe(2);
  expect((await status("not an address")).code).toBe(2);
});

test("if the response to a change is lost, the error says that the change may have been stored", async () => {
  const server = createServer((request) => request.socket.destroy());
  const url = await listen(server);
  const env = { DAYMARK_URL: url, DAYMARK_KEY: key, DAYMARK_BACKOFF_SECONDS: "0" };
  const lastLine = `Can't reach Daymark at ${url}: other side closed.`;
  const stderr = `${`${lastLine} Trying again.\n`.repeat(4)}${lastLine}`;
  expect(await terminal.run(["status"], { env })).toEqual({ code: 3, stdout: "", stderr: `${stderr}\n` });
  expect(await terminal.run(["incident", "open", "X"], { env })).toEqual({
    code: 3,
    stdout: "",
    stderr: `${stderr} The change may have been stored anyway.\n`,
  });
  await closeServer(server);
});

test("an unknown or incomplete command exits with 2", async () => {
  const invalid = [
    [],
    ["stauts"],
    ["incident"],
    ["incident", "open"],
    ["status", "--fast"],
    ["status", "now"],
  ];
  for (const args of invalid) {
    const { code, stdout, stderr } = await terminal.run(args);
    expect({ args, code, stdout }).toEqual({ args, code: 2, stdout: "" });
    expect(stderr).not.toBe("");
  }
  expect((await terminal.run(["stauts"])).stderr).toContain("Did you mean status?");
  expect((await terminal.run(["status"])).stderr).toContain("Pass the address of the status page: --url");
});
