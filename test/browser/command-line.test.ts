import { afterAll, beforeAll, expect, test } from "vitest";
import { answer } from "../../worker/local/client.ts";
import { openTerminal } from "../support/command-line.ts";
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
