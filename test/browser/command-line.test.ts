import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answer } from "../../tools/demo/client.ts";
import { root } from "../../tools/paths.ts";
import { ended, openTerminal, program } from "../support/command-line.ts";
import { installation } from "../support/started.ts";

let daymark: Awaited<ReturnType<typeof installation>>;
beforeAll(async () => {
  daymark = await installation();
  await daymark.start();
});
afterAll(() => daymark.remove());

async function makeKey(): Promise<string> {
  const { settings } = await daymark.administrator();
  return (await answer(settings.apikeys.$post())).value;
}

test("the command line drives an incident from open to resolved against what `npm start` runs", async () => {
  const terminal = await openTerminal({ DAYMARK_URL: daymark.statusPage, DAYMARK_KEY: await makeKey() });
  const said = async (...args: string[]) => {
    const { code, stdout, stderr } = await terminal.run(args);
    expect([args, code, stderr]).toEqual([args, 0, ""]);
    return stdout;
  };
  const shown = async (path: string) => (await fetch(daymark.statusPage + path)).text();

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

async function selfMetricID(): Promise<string> {
  const { metrics } = await daymark.administrator();
  return (await answer(metrics.$get())).find(({ type }) => type === "Self")?.metricID ?? "";
}

test("the README's commands work in the order in which they stand", async ({ skip }) => {
  skip(!existsSync("/usr/bin/curl"), "curl is missing on this machine");
  const readme = await readFile(join(root, "README.md"), "utf8");
  // Every second part is between two fences.
  const blocks = readme.split(/^```\n?/m).filter((_, index) => index % 2 === 1);
  const commands = blocks.filter((block) => /^(curl|export DAYMARK_URL)/.test(block));
  expect(commands).toHaveLength(4);
  const folder = await mkdtemp(join(tmpdir(), "daymark-readme-"));
  const script = commands
    .join("")
    .replaceAll("http://localhost:8787", daymark.statusPage)
    .replaceAll("<key>", await makeKey())
    .replaceAll("<metric id>", await selfMetricID())
    .replaceAll(/^curl/gm, "curl --silent --show-error --fail")
    .replaceAll("npx daymark", `'${process.execPath}' '${program()}'`);
  const { code, stderr } = await ended(["sh", "-ec", script], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? "", HOME: folder },
  });
  // Its last line says that something is wrong on the demo's page.
  expect([stderr, code]).toEqual(["", 5]);
  await rm(folder, { recursive: true });
});
