import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { answer, type Client } from "../../../../tools/demo/client.ts";
import { root } from "../../../../tools/paths.ts";
import { blocksOf } from "../../../support/readers/documentation.ts";
import { cliPath, openTerminal, runCommand } from "../../../support/starters/command-line.ts";
import { makeInstallation } from "../../../support/starters/installation.ts";
import { closeServer, listener } from "../../../support/starters/listen.ts";
import { startProduct } from "../../../support/starters/product.ts";

let daymark: Awaited<ReturnType<typeof makeInstallation>>;
let errors: string[];
beforeAll(async () => {
  daymark = await makeInstallation();
  ({ errors } = await daymark.start());
});
afterAll(() => daymark.remove());

async function makeKey(): Promise<string> {
  const { settings } = await daymark.administrator();
  return (await answer(settings.apikeys.$post())).value;
}

test("the command line opens, updates and resolves an incident of `npm start`", async () => {
  const terminal = await openTerminal({ DAYMARK_URL: daymark.statusPage, DAYMARK_KEY: await makeKey() });
  const expectSuccess = async (...args: string[]) => {
    const { code, stdout, stderr } = await terminal.run(args);
    expect([args, code, stderr]).toEqual([args, 0, ""]);
    return stdout;
  };
  const pageText = async (path: string) => (await fetch(daymark.statusPage + path)).text();

  const output = await expectSuccess(
    "incident",
    "open",
    "Cables cut",
    "-m",
    "A digger.",
    "-c",
    "API=Major Outage",
  );
  const path = /\/incidents\/(\w{12})/.exec(output)?.[0] ?? "";
  const incidentID = path.slice("/incidents/".length);
  await expect.poll(() => pageText("/")).toContain("Cables cut");
  expect(await terminal.run(["status"])).toMatchObject({
    code: 5,
    stdout: expect.stringMatching(/Major Outage +API\n[\s\S]*Investigating +Cables cut /),
  });

  await expectSuccess(
    "incident",
    "update",
    incidentID,
    "--status",
    "identified",
    "--message",
    "**Splicing** now.",
  );
  await expect.poll(() => pageText(path)).toContain("<strong>Splicing</strong> now.");

  expect(await expectSuccess("incident", "resolve", "cables cut", "-m", "Spliced.")).toContain(
    "API: Major Outage → Operational",
  );
  await expect.poll(() => pageText(path)).toContain("Spliced.");
  expect((await terminal.run(["status"])).stdout).not.toContain("Cables cut");
  await terminal.remove();
});

async function selfMetricID(): Promise<string> {
  const { metrics } = await daymark.administrator();
  return (await answer(metrics.$get())).find(({ type }) => type === "Self")?.metricID ?? "";
}

test("the commands of docs/api.md and docs/command-line.md work in the order given", async ({ skip }) => {
  skip(!existsSync("/usr/bin/curl"), "curl is missing on this machine");
  const pages = ["README.md", "docs/api.md", "docs/command-line.md"].map((path) =>
    readFile(join(root, path), "utf8"),
  );
  const blocks = (await Promise.all(pages)).flatMap(blocksOf);
  const commands = blocks.filter((block) => /^(curl|export DAYMARK_URL)/.test(block));
  expect(commands).toHaveLength(7);
  const folder = await mkdtemp(join(tmpdir(), "daymark-readme-"));
  const script = commands
    .join("")
    .replaceAll("http://localhost:8787", daymark.statusPage)
    .replaceAll("<key>", await makeKey())
    .replaceAll("<metric id>", await selfMetricID())
    .replaceAll(/^curl/gm, "curl --silent --show-error --fail")
    .replaceAll("npx daymark", `'${process.execPath}' '${cliPath()}'`);
  const { code, stderr } = await runCommand(["sh", "-ec", script], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? "", HOME: folder },
  });
  // The last command, `status`, exits with 5 because the demo has an open incident.
  expect([stderr, code]).toEqual(["", 5]);
  await rm(folder, { recursive: true });
});

/** An address of this machine that isn't loopback, so that a request to it is refused as one to any other machine is. */
const otherAddress = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === "IPv4" && !internal)?.address;

/** Subscribes a webhook at the other address and then one at loopback. @returns the paths that were posted to */
async function reachedPaths(statusPage: string, administrator: Client): Promise<string[]> {
  const paths: string[] = [];
  const server = createServer(
    listener(async (request, response) => {
      paths.push(request.url ?? "");
      response.end(JSON.parse(await text(request)).confirmation_code);
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
  onTestFinished(() => closeServer(server));
  const { port } = server.address() as AddressInfo; // a server that listens on TCP has no string address
  await answer(administrator.settings.$patch({ json: { endpointsEnabled: true } }));
  const subscribe = async (emailAddress: string) => {
    const body = JSON.stringify({ emailAddress });
    const { status } = await fetch(`${statusPage}/api/subscribers/subscribe`, { method: "POST", body });
    expect(status).toBe(200);
  };
  await subscribe(`http://${otherAddress}:${port}/other`);
  await subscribe(`http://127.0.0.1:${port}/loopback`);
  await expect.poll(() => paths).toContain("/loopback");
  return paths.toSorted();
}

test("npm start sends to this machine only, whatever address is entered", async ({ skip }) => {
  skip(!otherAddress, "this machine has no network");
  expect(await reachedPaths(daymark.statusPage, await daymark.administrator())).toEqual(["/loopback"]);
  await expect
    .poll(() => errors)
    .toEqual([
      "A request to another machine was refused. To allow such requests, start with OUTBOUND=on npm start\n",
    ]);
});

test("npm start sends to other machines with OUTBOUND=on", async ({ skip }) => {
  skip(!otherAddress, "this machine has no network");
  const other = await makeInstallation({ DEMO: "off", OUTBOUND: "on" });
  onTestFinished(() => other.remove());
  await other.start();
  const reached = await reachedPaths(other.statusPage, await other.administrator());
  expect(reached).toEqual(["/loopback", "/other"]);
});

test("the servers of npm start that tests use send to this machine only", async ({ skip }) => {
  skip(!otherAddress, "this machine has no network");
  const { statusPage, api } = await startProduct();
  expect(await reachedPaths(statusPage, api)).toEqual(["/loopback"]);
});
