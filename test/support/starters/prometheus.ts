import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePorts } from "./free-ports.ts";
import { closeServer, listen } from "./listen.ts";

const PROMETHEUS = "/usr/bin/prometheus";
const ALERTMANAGER = "/usr/bin/prometheus-alertmanager";

export const isPrometheusInstalled = [PROMETHEUS, ALERTMANAGER].every((path) => existsSync(path));

/**
 * Starts Prometheus, which reads `shop_up` of a service each second, and Alertmanager with the given receiver named `daymark`. While
 * the service is down, Prometheus has the alert ShopDown.
 */
export async function startPrometheus(receivers: string) {
  let isUp = true;
  const service = createServer((_, response) => response.end(`shop_up ${isUp ? 1 : 0}\n`));
  const serviceURL = await listen(service);
  const folder = await mkdtemp(join(tmpdir(), "prometheus-"));
  const [prometheusPort = 0, alertmanagerPort = 0] = await freePorts(2);
  const write = (name: string, lines: readonly string[]) =>
    writeFile(join(folder, name), `${lines.join("\n")}\n`);
  await write("alertmanager.yml", [
    "route: { receiver: daymark, group_wait: 1s, group_interval: 1s, repeat_interval: 1h }",
    receivers,
  ]);
  await write("rules.yml", [
    "groups:",
    "  - name: shop",
    "    rules:",
    "      - { alert: ShopDown, expr: shop_up == 0, labels: { severity: critical }, annotations: { summary: The shop is down } }",
  ]);
  await write("prometheus.yml", [
    "global: { scrape_interval: 1s, evaluation_interval: 1s }",
    "rule_files: [rules.yml]",
    "scrape_configs:",
    `  - { job_name: shop, static_configs: [{ targets: ["${new URL(serviceURL).host}"] }] }`,
    `alerting: { alertmanagers: [{ static_configs: [{ targets: ["127.0.0.1:${alertmanagerPort}"] }] }] }`,
  ]);
  const processes = [
    start(ALERTMANAGER, folder, [
      "--config.file=alertmanager.yml",
      "--storage.path=alertmanager",
      `--web.listen-address=127.0.0.1:${alertmanagerPort}`,
      "--cluster.listen-address=",
    ]),
    start(PROMETHEUS, folder, [
      "--config.file=prometheus.yml",
      "--storage.tsdb.path=prometheus",
      `--web.listen-address=127.0.0.1:${prometheusPort}`,
    ]),
  ];
  return {
    setUp(value: boolean): void {
      isUp = value;
    },
    async stop(): Promise<void> {
      await Promise.all(processes.map((end) => end()));
      await closeServer(service);
      await rm(folder, { recursive: true });
    },
  };
}

/** @returns what ends it */
function start(program: string, cwd: string, args: readonly string[]): () => Promise<void> {
  const child: ChildProcess = spawn(program, args, { cwd, stdio: "ignore" });
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  return async () => {
    kill();
    await exited;
    process.off("exit", kill);
  };
}
