import { execFile, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { answer } from "../../../../tools/demo/client.ts";
import { components, incidents } from "../../../../tools/demo/content.ts";
import { fillWithDemo } from "../../../../tools/demo/demo.ts";
import { maintenances } from "../../../../tools/demo/maintenances.ts";
import { cloudMetric, pushedMetrics } from "../../../../tools/demo/metrics.ts";
import { freePortVariables, startArguments } from "../../../support/starters/installation.ts";
import { type Product, startProduct } from "../../../support/starters/product.ts";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});

/** Runs `npm start` with these variables until it exits with an error. */
function start(variables: NodeJS.ProcessEnv): Promise<{ code: unknown; stderr: string }> {
  return new Promise((resolve) => {
    const env = { ...process.env, ...variables };
    execFile(process.execPath, startArguments, { env }, (error, _, stderr) =>
      resolve({ code: error?.code ?? 0, stderr }),
    );
  });
}

/** Makes every DNS lookup fail, as on a machine without a hosts file. */
const failDNSLookups =
  "import dns from 'node:dns/promises'; dns.lookup = async () => { throw Object.assign(new Error(), { code: 'ENOTFOUND' }); };" +
  "(await import('node:module')).syncBuiltinESMExports();";

/** Makes every file that is written fail, as on a full disk. */
const fillDisk =
  "import fs from 'node:fs/promises'; fs.writeFile = async () => { throw new Error('ENOSPC: no space left on device, write'); };" +
  "(await import('node:module')).syncBuiltinESMExports();";

test("a full disk is an error that suggests another folder", async () => {
  const STATE_DIR = await mkdtemp(join(tmpdir(), "daymark-full-"));
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(fillDisk)}`;
  expect(await start({ ...(await freePortVariables()), STATE_DIR, NODE_OPTIONS })).toEqual({
    code: 1,
    stderr: `The disk of ${STATE_DIR} is full. Free some space, or choose another folder: STATE_DIR=~/daymark-state npm start\n`,
  });
  await rm(STATE_DIR, { recursive: true });
});

test("two variables with the same port are an error that suggests another port", async () => {
  const { PORT } = await freePortVariables();
  expect(await start({ PORT, ADMIN_PORT: PORT, STATE_DIR: product.stateDir })).toEqual({
    code: 1,
    stderr: `PORT and ADMIN_PORT are both ${PORT}. Choose another port for one of them: ADMIN_PORT=${Number(PORT) + 1} npm start\n`,
  });
});

test("a folder that another start uses is an error that suggests another folder", async () => {
  expect(await start({ ...(await freePortVariables()), STATE_DIR: product.stateDir })).toEqual({
    code: 1,
    stderr: `Another npm start uses ${product.stateDir}. Stop it, or choose another folder: STATE_DIR=.daymark-2 npm start\n`,
  });
});

test.for(["/dev/null/state", "/etc/passwd"])(
  "a folder that can't be written, %s, is an error that suggests another folder",
  async (folder) => {
    const { code, stderr } = await start({ ...(await freePortVariables()), STATE_DIR: folder });
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(
        /^\/\w+(\/\w+)+ can't be written \([A-Z]+\)\. Choose another folder: STATE_DIR=~\/daymark-state npm start\n$/,
      ),
    ]);
  },
);

test("a port that another program uses is an error that suggests another port", async () => {
  const usedPort = new URL(product.adminPage).port;
  expect(await start({ ...(await freePortVariables()), MAIL_PORT: usedPort })).toEqual({
    code: 1,
    stderr: `Another program uses port ${usedPort}. Stop it, or choose another port: MAIL_PORT=${Number(usedPort) + 1000} npm start\n`,
  });
});

test("a privileged port is an error that suggests an unprivileged one", async ({ skip }) => {
  const from = await readFile("/proc/sys/net/ipv4/ip_unprivileged_port_start", "utf8").catch(() => "0");
  const setpriv = "/usr/bin/setpriv";
  skip(Number(from) < 81 || !existsSync(setpriv), "this machine has no privileged ports or no setpriv");
  const unprivileged = ["--bounding-set", "-all", "--inh-caps", "-all"];
  const { stderr } = spawnSync(setpriv, [...unprivileged, process.execPath, ...startArguments], {
    env: { ...process.env, ...(await freePortVariables()), PORT: "80" },
    encoding: "utf8",
  });
  expect(stderr).toBe(
    "Only this machine's administrator can open port 80. Choose a port from 1024 up: PORT=8080 npm start\n",
  );
});

test("a machine that can't resolve localhost gets an error that says how to add it", async () => {
  const options = `${process.env.NODE_OPTIONS ?? ""} --import=data:text/javascript,${encodeURIComponent(failDNSLookups)}`;
  expect(
    await start({ ...(await freePortVariables()), STATE_DIR: product.stateDir, NODE_OPTIONS: options }),
  ).toEqual({
    code: 1,
    stderr: "This machine can't resolve localhost. Add the line `127.0.0.1 localhost` to /etc/hosts.\n",
  });
});

test("the next start completes an interrupted demo without duplicates", async () => {
  const { api } = product;
  await writeFile(join(product.stateDir, "demo-begun"), "");
  for (const [order, component] of components.slice(0, 4).entries())
    await answer(api.components.$post({ json: { ...component, order } }));
  for (const { name } of incidents.slice(0, 1))
    await answer(api.incidents.$post({ json: { name, status: "Investigating" } }));
  const firstMetric = { type: "Self", title: pushedMetrics[0]?.metric.title ?? "" } as const;
  await answer(api.metrics.$post({ json: firstMetric }));
  for (const _ of ["next start", "start after that"]) {
    await fillWithDemo(product);
    expect((await answer(api.components.$get())).map(({ name }) => name)).toEqual(
      components.map(({ name }) => name),
    );
    const storedIncidents = await answer(api.incidents.$get({ query: {} }));
    expect(
      storedIncidents.map(({ name, incidentUpdates }) => `${name}: ${incidentUpdates.length}`).sort(),
    ).toEqual(incidents.map(({ name, updates }) => `${name}: ${updates.length}`).sort());
    expect(await answer(api.maintenances.$get({ query: {} }))).toHaveLength(maintenances.length);
    expect((await answer(api.metrics.$get())).map(({ title }) => title)).toEqual(
      [...pushedMetrics.map(({ metric }) => metric), cloudMetric].map(({ title }) => title),
    );
  }
});
