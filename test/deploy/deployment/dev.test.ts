import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { root } from "../../../tools/paths.ts";
import { urlStatus } from "../../support/readers/url-status.ts";
import { freePorts } from "../../support/starters/free-ports.ts";

let stop = async () => {};
afterEach(() => stop());

/** Runs the script of `npm run dev` in a process group of its own. */
async function startDev() {
  const [port] = await freePorts(1);
  const stateDir = await mkdtemp(join(tmpdir(), "daymark-dev-"));
  const child = spawn(process.execPath, ["tools/dev.ts"], {
    cwd: root,
    env: { ...process.env, PORT: `${port}`, STATE_DIR: stateDir, WRANGLER_SEND_METRICS: "false" },
    stdio: ["ignore", "ignore", "ignore"],
    detached: true,
  });
  const closed = once(child, "close");
  stop = async () => {
    child.kill("SIGINT");
    await closed;
    await rm(stateDir, { recursive: true });
  };
  return { url: `http://localhost:${port}`, pid: child.pid ?? 0 };
}

function isGroupRunning(pid: number): boolean {
  try {
    return process.kill(-pid, 0);
  } catch {
    return false;
  }
}

test("npm run dev serves the page of a new database, runs the cron on request and ends all of its processes", async () => {
  const { url, pid } = await startDev();
  await expect.poll(() => urlStatus(url), { timeout: 200_000, interval: 500 }).toBe(200);
  expect(await urlStatus(`${url}/cdn-cgi/handler/scheduled?cron=*+*+*+*+*`)).toBe(200);
  expect((await (await fetch(`${url}/api/health`)).json()).status).toBe("ok");
  await stop();
  stop = async () => {};
  await expect.poll(() => isGroupRunning(pid)).toBe(false);
});
