import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answer, client } from "../../worker/local/client.ts";
import { root } from "../../worker/local/paths.ts";
import { signIn } from "../../worker/local/user-pool.ts";
import { openTerminal } from "../support/command-line.ts";
import { freePorts } from "../support/free-ports.ts";

/** Of the ports that are chosen for it. */
const names = ["PORT", "ADMIN_PORT", "USER_POOL_PORT", "CLOUDWATCH_PORT", "MAIL_PORT"];
let stateDir: string;
let started: ChildProcess;
let page: string;
let adminPage: string;
beforeAll(async () => {
  stateDir = await mkdtemp(join(tmpdir(), "daymark-"));
  const ports = await freePorts(names.length);
  const variables = Object.fromEntries(names.map((name, at) => [name, String(ports[at])]));
  [page, adminPage] = [`http://localhost:${ports[0]}`, `http://localhost:${ports[1]}`] as const;
  const env = { ...process.env, ...variables, STATE_DIR: stateDir };
  started = spawn(process.execPath, [join(root, "worker/local/start.ts")], { env });
  await new Promise<void>((resolve, reject) => {
    let said = "";
    const listen = (text: Buffer) => {
      said += text;
      if (said.includes("Daymark is running.")) resolve();
    };
    started.stdout?.on("data", listen);
    started.stderr?.on("data", listen);
    started.on("close", () => reject(new Error(said)));
  });
});
afterAll(async () => {
  if (started?.exitCode === null) {
    const closed = new Promise((resolve) => started.on("close", resolve));
    started.kill("SIGTERM");
    await closed;
  }
  await rm(stateDir, { recursive: true });
});

async function makeKey(): Promise<string> {
  const settings = await (await fetch(`${adminPage}/settings.js`)).text();
  const {
    userPoolEndpoint: endpoint,
    userPoolID: poolID,
    clientID,
  } = JSON.parse(settings.slice(settings.indexOf("{"), settings.lastIndexOf("}") + 1));
  const token = await signIn({ endpoint, poolID, clientID, stop: async () => {} });
  return (await answer(client(page, async () => token).settings.apikeys.$post())).value;
}

test("the command line drives an incident from open to resolved against what `npm start` runs", async () => {
  const terminal = await openTerminal({ DAYMARK_URL: page, DAYMARK_KEY: await makeKey() });
  const said = async (...args: string[]) => {
    const { code, stdout, stderr } = await terminal.run(args);
    expect([args, code, stderr]).toEqual([args, 0, ""]);
    return stdout;
  };
  const shown = async (path: string) => (await fetch(page + path)).text();

  const opened = await said("incident", "open", "Cables cut", "-m", "A digger.", "-c", "API=Major Outage");
  const path = /\/incidents\/(\w{12})/.exec(opened)?.[0] ?? "";
  const incidentID = path.slice("/incidents/".length);
  await expect.poll(() => shown("/")).toContain("Cables cut");
  expect(await terminal.run(["status"])).toMatchObject({
    code: 5,
    stdout: expect.stringMatching(/Major Outage +API\n[\s\S]*Investigating +Cables cut /),
  });

  await said("incident", "update", incidentID, "--status", "identified", "--message", "**Splicing** now.");
  await expect.poll(() => shown(path)).toContain("<strong>Splicing</strong> now.");

  expect(await said("incident", "resolve", "cables cut", "-m", "Spliced.")).toContain(
    "API: Major Outage → Operational",
  );
  await expect.poll(() => shown(path)).toContain("Spliced.");
  expect((await terminal.run(["status"])).stdout).not.toContain("Cables cut");
  await terminal.remove();
});
