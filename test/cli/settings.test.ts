import { chmod, mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { openTerminal, type Terminal } from "../support/command-line.ts";
import { type Daymark, startDaymark } from "../support/daymark.ts";
import { makeApiKey, makeComponent } from "../support/factories.ts";

const nowhere = "http://127.0.0.1:9";
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

const set = ["component", "set", "API", "operational"];
const done = { code: 0, stdout: "  API: stays Operational\n", stderr: "" };

async function writeSettings(settings: unknown, { path = ".config/daymark/config.json", mode = 0o600 } = {}) {
  const file = join(terminal.home, path);
  await mkdir(join(file, ".."), { recursive: true });
  await writeFile(file, typeof settings === "string" ? settings : JSON.stringify(settings));
  await chmod(file, mode);
  return file;
}

test("address and key come from the options before the environment, and from that before the file", async () => {
  const host = new URL(daymark.url).host;
  await writeSettings({ url: `${daymark.url}/`, key });
  expect(await terminal.run(set)).toEqual(done);
  await writeSettings({ url: nowhere, key: otherKey });
  const env = { DAYMARK_URL: host, DAYMARK_KEY: key };
  expect(await terminal.run(set, { env })).toEqual(done);
  const wrong = { DAYMARK_URL: nowhere, DAYMARK_KEY: otherKey };
  expect(await terminal.run(["--url", host, ...set, "--key", key], { env: wrong })).toEqual(done);
});

test("a key without the scope for a command is told which one it takes", async () => {
  const env = { DAYMARK_URL: daymark.url, DAYMARK_KEY: await makeApiKey(daymark, { scopes: ["metrics"] }) };
  expect(await terminal.run(["incident", "open", "API is slow"], { env })).toEqual({
    code: 4,
    stdout: "",
    stderr:
      "This API key isn't allowed to do this: its scope is metrics, and this call needs notices or all. An administrator can create another one under Settings.\n",
  });
});

test("the file can be another one, by option, by environment and by XDG_CONFIG_HOME", async () => {
  const file = await writeSettings({ url: daymark.url, key }, { path: "elsewhere.json" });
  await writeSettings({ url: daymark.url, key }, { path: "xdg/daymark/config.json" });
  expect(await terminal.run([...set, "--config", file])).toEqual(done);
  expect(await terminal.run(set, { env: { DAYMARK_CONFIG: file } })).toEqual(done);
  expect(await terminal.run(set, { env: { XDG_CONFIG_HOME: join(terminal.home, "xdg") } })).toEqual(done);
  expect(await terminal.run([...set, "--config", "missing.json"])).toEqual({
    code: 2,
    stdout: "",
    stderr: "Can't read missing.json: ENOENT.\n",
  });
});

test("a file that others may read is warned about, and one that is broken is refused without its words", async () => {
  const file = await writeSettings({ url: daymark.url, key }, { mode: 0o644 });
  expect(await terminal.run(set)).toEqual({
    ...done,
    stderr: `Others on this machine can read the API key in ${file}. Run chmod 600 ${file}\n`,
  });
  await writeSettings(`{"key": "${key}`);
  const broken = await terminal.run(set);
  expect(broken).toEqual({
    code: 2,
    stdout: "",
    stderr: `${file} must be a JSON object: {"url": "https://…", "key": "…"}.\n`,
  });
  await writeSettings({ url: daymark.url, key: 5 });
  expect((await terminal.run(set)).stderr).toBe(`"key" in ${file} must be a string.\n`);
});

/** Stands where a key must not go, and notes the keys that it gets. */
async function startStranger(answer: { status: number; headers: Record<string, string>; body: string }) {
  const keys: unknown[] = [];
  const server = createServer((request, response) => {
    keys.push(request.headers["x-api-key"]);
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // TCP: never a string
  const stop = () => new Promise((resolve) => server.close(resolve));
  return { url: `http://127.0.0.1:${port}`, keys, stop };
}

test("the file's key goes to the file's page only", async () => {
  const stranger = await startStranger({ status: 200, headers: {}, body: "<h1>Hello</h1>" });
  await writeSettings({ url: daymark.url, key });
  const { code, stderr } = await terminal.run([...set, "--url", stranger.url]);
  expect([code, stderr, stranger.keys]).toEqual([
    4,
    expect.stringContaining("This command needs an API key for"),
    [],
  ]);
  await stranger.stop();
});

test("a redirect is told, and nothing is sent after it", async () => {
  const target = await startStranger({ status: 200, headers: {}, body: "" });
  const stranger = await startStranger({ status: 308, headers: { Location: `${target.url}/api` }, body: "" });
  expect(await terminal.run(set, { env: { DAYMARK_URL: stranger.url, DAYMARK_KEY: key } })).toEqual({
    code: 1,
    stdout: "",
    stderr: `${stranger.url} redirects to ${target.url}. If that is the status page, use its address.\n`,
  });
  expect(target.keys).toEqual([]);
  await Promise.all([stranger.stop(), target.stop()]);
});

/** A gateway that serves Daymark below a path. */
async function startGateway(path: string) {
  const server = createServer(async (request, response) => {
    const { url = "", headers } = request;
    const answer = url.startsWith(`${path}/`)
      ? await daymark.fetch(url.slice(path.length), {
          headers: { "x-api-key": String(headers["x-api-key"]) },
        })
      : new Response("<h1>Not here</h1>", { status: 404 });
    const type = answer.headers.get("Content-Type") ?? "";
    response.writeHead(answer.status, { "Content-Type": type }).end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // TCP: never a string
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

test("an address with a path is understood where Daymark is below it, and else told what to leave out", async () => {
  const gateway = await startGateway("/status");
  const list = (url: string) => terminal.run(["component", "list", "--url", url, "--key", key]);
  const listed = { code: 0, stdout: expect.stringMatching(/^● Operational {2}\w+ {2}API\n$/), stderr: "" };
  for (const path of ["/status", "/status/", "/status//"])
    expect(await list(`${gateway.url}${path}`)).toEqual(listed);
  expect(await list(`${daymark.url}/`)).toEqual(listed);
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

test("a missing or refused key ends with 4, and is never shown", async () => {
  expect(await terminal.run(set, { env: { DAYMARK_URL: daymark.url } })).toMatchObject({
    code: 4,
    stdout: "",
  });
  for (const wrong of [otherKey, "short", "ungültig"]) {
    const ran = await terminal.run(set, { env: { DAYMARK_URL: daymark.url, DAYMARK_KEY: wrong } });
    expect([ran.code, ran.stdout]).toEqual([4, ""]);
    expect(ran.stderr).not.toContain(wrong);
  }
});

test("a server that can not be reached ends with 3, and one that is no Daymark with 1", async () => {
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

test("where the answer to a change is lost, it is said that it may have happened", async () => {
  const server = createServer((request) => request.socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // TCP: never a string
  const url = `http://127.0.0.1:${port}`;
  const env = { DAYMARK_URL: url, DAYMARK_KEY: key, DAYMARK_BACKOFF_SECONDS: "0" };
  const last = `Can't reach Daymark at ${url}: other side closed.`;
  const lost = `${`${last} Trying again.\n`.repeat(4)}${last}`;
  expect(await terminal.run(["status"], { env })).toEqual({ code: 3, stdout: "", stderr: `${lost}\n` });
  expect(await terminal.run(["incident", "open", "X"], { env })).toEqual({
    code: 3,
    stdout: "",
    stderr: `${lost} The change may have been stored anyway.\n`,
  });
  await new Promise((resolve) => server.close(resolve));
});

test("what is no command is refused with 2", async () => {
  const wrong = [[], ["stauts"], ["incident"], ["incident", "open"], ["status", "--fast"], ["status", "now"]];
  for (const args of wrong) {
    const { code, stdout, stderr } = await terminal.run(args);
    expect({ args, code, stdout }).toEqual({ args, code: 2, stdout: "" });
    expect(stderr).not.toBe("");
  }
  expect((await terminal.run(["stauts"])).stderr).toContain("Did you mean status?");
  expect((await terminal.run(["status"])).stderr).toContain("Pass the address of the status page: --url");
});
