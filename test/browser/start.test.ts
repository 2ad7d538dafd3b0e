import { execFile, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answer, type Client, client } from "../../tools/demo/client.ts";
import { components, incidents } from "../../tools/demo/content.ts";
import { fillWithDemo } from "../../tools/demo/demo.ts";
import { maintenances } from "../../tools/demo/maintenances.ts";
import { cloudMetric, fedMetrics } from "../../tools/demo/metrics.ts";
import type { Stack } from "../../tools/start/stack.ts";
import { signIn } from "../../tools/start/user-pool.ts";
import { startEmptyStack } from "../support/stack.ts";
import { freePortVariables, startArguments } from "../support/started.ts";

let stack: Stack;
let api: Client;
beforeAll(async () => {
  stack = await startEmptyStack();
  const token = await signIn(stack.pool);
  api = client(stack.statusPage, async () => token);
});
afterAll(() => stack?.stop());

/** `npm start` with other variables, until it gives up. */
function start(variables: NodeJS.ProcessEnv): Promise<{ code: unknown; said: string }> {
  return new Promise((resolve) => {
    const env = { ...process.env, ...variables };
    execFile(process.execPath, startArguments, { env }, (error, _, stderr) =>
      resolve({ code: error?.code ?? 0, said: stderr }),
    );
  });
}

/** Makes Node answer as it does on a machine whose hosts file is missing. */
const withoutLocalhost =
  "import dns from 'node:dns/promises'; dns.lookup = async () => { throw Object.assign(new Error(), { code: 'ENOTFOUND' }); };" +
  "(await import('node:module')).syncBuiltinESMExports();";

test("two addresses on one port are refused with a sentence", async () => {
  const { PORT } = await freePortVariables();
  expect(await start({ PORT, ADMIN_PORT: PORT, STATE_DIR: stack.stateDir })).toEqual({
    code: 1,
    said: `PORT and ADMIN_PORT are both ${PORT}. Choose another port for one of them: ADMIN_PORT=${Number(PORT) + 1} npm start\n`,
  });
});

test("a folder that another start uses is refused with a sentence", async () => {
  expect(await start({ ...(await freePortVariables()), STATE_DIR: stack.stateDir })).toEqual({
    code: 1,
    said: `Another npm start uses ${stack.stateDir}. Stop it, or choose another folder: STATE_DIR=.daymark-2 npm start\n`,
  });
});

test.for(["/dev/null/state", "/etc/passwd"])(
  "a folder that cannot be written, %s, is refused with a sentence",
  async (folder) => {
    const { code, said } = await start({ ...(await freePortVariables()), STATE_DIR: folder });
    expect([code, said]).toEqual([
      1,
      expect.stringMatching(
        /^\/\w+(\/\w+)+ can't be written \([A-Z]+\)\. Choose another folder: STATE_DIR=~\/daymark-state npm start\n$/,
      ),
    ]);
  },
);

test("a port that another program has is refused with a sentence", async () => {
  const taken = new URL(stack.adminPage).port;
  expect(await start({ ...(await freePortVariables()), MAIL_PORT: taken })).toEqual({
    code: 1,
    said: `Another program uses port ${taken}. Stop it, or choose another port: MAIL_PORT=${Number(taken) + 1000} npm start\n`,
  });
});

test("a port for privileged programs is refused with a sentence", async ({ skip }) => {
  const from = await readFile("/proc/sys/net/ipv4/ip_unprivileged_port_start", "utf8").catch(() => "0");
  const setpriv = "/usr/bin/setpriv";
  skip(Number(from) < 81 || !existsSync(setpriv), "every program may open every port on this machine");
  const unprivileged = ["--bounding-set", "-all", "--inh-caps", "-all"];
  const { stderr } = spawnSync(setpriv, [...unprivileged, process.execPath, ...startArguments], {
    env: { ...process.env, ...(await freePortVariables()), PORT: "80" },
    encoding: "utf8",
  });
  expect(stderr).toBe(
    "Only this machine's administrator can open port 80. Choose a port from 1024 up: PORT=8080 npm start\n",
  );
});

test("a machine that does not know the name localhost is told so", async () => {
  const options = `${process.env.NODE_OPTIONS ?? ""} --import=data:text/javascript,${encodeURIComponent(withoutLocalhost)}`;
  expect(
    await start({ ...(await freePortVariables()), STATE_DIR: stack.stateDir, NODE_OPTIONS: options }),
  ).toEqual({
    code: 1,
    said: "This machine can't resolve localhost. Add the line `127.0.0.1 localhost` to /etc/hosts.\n",
  });
});

test("demo content that was stopped halfway is finished at the next start, and shown once only", async () => {
  await writeFile(join(stack.stateDir, "demo-begun"), "");
  for (const component of components.slice(0, 4)) await answer(api.components.$post({ json: component }));
  for (const { name } of incidents.slice(0, 1))
    await answer(api.incidents.$post({ json: { name, status: "Investigating" } }));
  const half = { type: "Self", title: fedMetrics[0]?.metric.title ?? "" } as const;
  await answer(api.metrics.$post({ json: half }));
  for (const _ of ["the next start", "and another"]) {
    await fillWithDemo(stack);
    expect((await answer(api.components.$get())).map(({ name }) => name)).toEqual(
      components.map(({ name }) => name),
    );
    const told = await answer(api.incidents.$get({ query: {} }));
    expect(told.map(({ name, incidentUpdates }) => `${name}: ${incidentUpdates.length}`).sort()).toEqual(
      incidents.map(({ name, updates }) => `${name}: ${updates.length}`).sort(),
    );
    expect(await answer(api.maintenances.$get({ query: {} }))).toHaveLength(maintenances.length);
    expect((await answer(api.metrics.$get())).map(({ title }) => title)).toEqual(
      [...fedMetrics.map(({ metric }) => metric), cloudMetric].map(({ title }) => title),
    );
  }
});
