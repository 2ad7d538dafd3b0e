import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { archiveParts } from "../../../worker/backup/domain.ts";
import { makeApiKey } from "../../support/factories/factories.ts";
import {
  sourceComponent,
  sourceIncident,
  sourceMaintenance,
  sourceMetric,
  sourceSubscriber,
  sourceTemplate,
  startStatuspage,
} from "../../support/fakes/statuspage.ts";
import { cliPath, openTerminal, shellVariables, type Terminal } from "../../support/starters/command-line.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";
import { startProxy } from "../../support/starters/proxy.ts";

let target: Daymark;
let proxy: Awaited<ReturnType<typeof startProxy>>;
let statuspage: Awaited<ReturnType<typeof startStatuspage>>;
let terminal: Terminal;
let env: Record<string, string>;
beforeAll(async () => {
  [target, statuspage] = await Promise.all([startDaymark(), startStatuspage({ key: "statuspage-key" })]);
  proxy = await startProxy(target.url);
  env = {
    DAYMARK_URL: proxy.url,
    DAYMARK_KEY: await makeApiKey(target, { scopes: ["archive"] }),
    STATUSPAGE_API_URL: statuspage.url,
    STATUSPAGE_API_KEY: "statuspage-key",
    DAYMARK_BACKOFF_SECONDS: "0.01",
  };
  terminal = await openTerminal(env);
  statuspage.serve({
    components: [sourceComponent(), sourceComponent({ id: "grp000000001", name: "Platform", group: true })],
    incidents: [sourceIncident()],
    maintenances: [sourceMaintenance()],
    templates: [sourceTemplate()],
    metrics: [sourceMetric()],
    subscribers: Array.from({ length: 120 }, (_, index) =>
      sourceSubscriber({ id: `sub000000${100 + index}`, email: `reader-${index}@example.com` }),
    ),
  });
});
afterAll(async () => {
  await terminal?.remove();
  await proxy?.stop();
  await Promise.all([target?.stop(), statuspage?.stop()]);
});

const args = () => ["import", statuspage.url, "--all"];

/** Kills the command with its n-th page of rows under way, before or after the installation has stored it. */
async function killAtPage(n: number, isStored: boolean): Promise<void> {
  // The project's Node keeps compiled code, which the oldest one does not.
  const child = spawn(process.execPath, [cliPath(), ...args()], {
    env: { ...shellVariables, HOME: terminal.home, ...env },
    stdio: "ignore",
  });
  const ended = once(child, "exit");
  proxy.failNext({
    // The first POST begins the import.
    method: "POST",
    passing: n,
    reachesTarget: isStored,
    answer: "lost",
    beforeResponse: async () => child.kill("SIGKILL"),
  });
  expect(await ended).toEqual([null, "SIGKILL"]);
}

async function exportBytes(name: string): Promise<Buffer> {
  const file = join(terminal.home, name);
  expect((await terminal.run(["export", file])).code).toBe(0);
  return readFile(file);
}

async function emptyTarget(): Promise<void> {
  const tables = ["archive_restores", "settings", "subscribers", "notices", "components", "component_groups"];
  await target.db.batch(
    [...tables, "metrics", "templates"].map((table) => target.db.prepare(`DELETE FROM ${table}`)),
  );
}

test("an import that is killed between any two pages of rows continues, with the same result", async () => {
  const whole = await terminal.run(args());
  expect(whole.code).toBe(0);
  const pages = proxy.requests().filter(({ path }) => path === "/api/v0/restore/rows").length;
  expect(pages).toBeGreaterThan(archiveParts.length / 2);
  const expected = await exportBytes("whole.tar.gz");
  for (let page = 1; page <= pages; page += 1) {
    await emptyTarget();
    const isStored = page % 2 === 0;
    await killAtPage(page, isStored);
    const isLast = isStored && page === pages;
    const { code, stdout } = await terminal.run(args());
    expect({ page, code, stdout }).toEqual({
      page,
      code: 0,
      stdout: expect.stringContaining(isLast ? "Nothing was changed." : "Imported from"),
    });
    expect((await exportBytes(`${page}.tar.gz`)).equals(expected)).toBe(true);
  }
  expect(await target.mails()).toEqual([]);
});
