import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { cliCommands } from "../../support/deploy/cli-commands.ts";
import { oldestNode } from "../../support/deploy/oldest-node.ts";
import { requirePython } from "../../support/deploy/python.ts";
import {
  makeApiKey,
  makeComponent,
  makeGroup,
  makeIncident,
  makeMaintenance,
  makeMetric,
  makeProposal,
  makeTemplate,
} from "../../support/factories/factories.ts";
import { testBody } from "../../support/readers/webhook-bodies.ts";
import {
  cliPath,
  openTerminal,
  runCommand,
  shellVariables,
  type Terminal,
} from "../../support/starters/command-line.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";
import { startProxy } from "../../support/starters/proxy.ts";

// What the system and Node do for a command: signals, pipes, terminals and exit codes. All other tests run commands in this process.

let daymark: Daymark;
let proxy: Awaited<ReturnType<typeof startProxy>>;
let env: Record<string, string>;
let terminal: Terminal;
beforeAll(async () => {
  daymark = await startDaymark();
  proxy = await startProxy(daymark.url);
  const key = await makeApiKey(daymark, { scopes: ["all", "archive"] });
  env = { ...shellVariables, DAYMARK_URL: proxy.url, DAYMARK_KEY: key };
  terminal = await openTerminal(env);
  const { componentID } = await makeComponent(daymark, { name: "API" });
  await makeIncident(daymark, { name: "API", components: [{ componentID, status: "Major Outage" }] });
});
afterAll(async () => {
  await terminal.remove();
  await proxy.stop();
  await daymark.stop();
});

function startProcess(args: string[]) {
  const child = spawn(oldestNode(), [cliPath(), ...args], { env: { ...env, HOME: terminal.home } });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** Evaluates the program again for each command, because a process for each would take four times as long. */
const runAll = `
  const [url, ...commands] = JSON.parse(process.argv[1]);
  for (const stream of [process, process.stdout, process.stderr]) stream.setMaxListeners(0);
  const codes = [];
  for (const [index, args] of commands.entries()) {
    process.argv.splice(1, Infinity, "daymark", ...args);
    await import(url + "?" + index);
    codes.push(process.exitCode);
  }
  process.exitCode = 0;
  console.log(JSON.stringify(codes));`;

test("every command works on the oldest Node that the command line promises", async () => {
  await makeMaintenance(daymark, { name: "API" });
  await makeGroup(daymark, { name: "Platform" });
  await makeMetric(daymark, { title: "API" });
  await makeTemplate(daymark, { name: "Outage" });
  for (const name of ["Outage", "Alarm"]) await makeProposal(daymark, { name });
  const heartbeat = { name: "Backup", periodMinutes: 60 };
  const { path } = await answer(daymark.administrator.heartbeats.$post({ json: heartbeat }));
  const inputs = {
    ...cliCommands,
    "incident update": ["API is down", "-m", "Still."],
    "incident resolve": ["API is down"],
    "incident postmortem": ["API is down", "--outline"],
    "maintenance update": ["Upgrade", "-m", "Still."],
    "maintenance start": ["Upgrade"],
    "maintenance complete": ["Upgrade"],
    beat: [new URL(path, daymark.url).href],
    "group create": ["Website"],
    "group delete": ["Website"],
    "template add": ["Slow", "--kind", "incident"],
    export: [join(terminal.home, "archive.tar.gz")],
    import: [daymark.url, "--dry-run"],
  };
  const commands = Object.entries(inputs).map(([name, args]) => [...name.split(" "), ...args, "--json"]);
  const input = JSON.stringify([`file://${cliPath()}`, ...commands]);
  const result = await runCommand([oldestNode(), "--input-type=module", "--eval", runAll, "--", input], {
    env: { ...env, HOME: terminal.home },
  });
  expect(result).toMatchObject({ code: 0, stderr: expect.not.stringMatching(/bug|Warning/) });
  const codes: number[] = JSON.parse(result.stdout.trimEnd().split("\n").at(-1) ?? "");
  const failed = Object.keys(inputs)
    .map((name, index) => [name, codes[index]])
    .filter(([, code]) => code !== 0);
  expect(Object.fromEntries(failed)).toEqual({
    status: 5, // an incident is open
    restore: 1, // none is in progress
    doctor: 1, // the schedule has never run
    "subscriber add": 1, // email is off
  });
});

test("a command finishes if the program that reads its output closes the pipe", async () => {
  const child = startProcess(["status", "--json"]);
  child.stdout.destroy();
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, "close")]);
  expect([code, stderr]).toEqual([5, ""]);
});

test("a command whose output can't be written fails", async ({ skip }) => {
  skip(!existsSync("/dev/full"), "this system has no /dev/full");
  const command = ["sh", "-c", '"$@" > /dev/full', "sh", oldestNode(), cliPath(), "component", "list"];
  expect(await runCommand(command, { env })).toEqual({
    code: 1,
    stdout: "",
    stderr: "ENOSPC: no space left on device, write\n",
  });
});

test("a command reads standard input from a pipe", async () => {
  const { metricID } = await makeMetric(daymark, { title: "Load" });
  expect(await terminal.runProcess(["metric", "push", metricID], { stdin: "1" })).toEqual({
    code: 0,
    stdout: "Sent 1 point to Load.\n",
    stderr: "",
  });
});

/** Runs the command in a pseudo-terminal, which Python can create and Node can't. */
function runInTerminal(args: string[], variables: Record<string, string> = {}) {
  const script = "import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)";
  return runCommand(["python3", "-c", script, oldestNode(), cliPath(), ...args], {
    env: { ...env, TERM: "xterm", ...variables },
  });
}

test("a command has colors in a terminal, unless NO_COLOR is set", async (context) => {
  requirePython(context);
  const colored = await runInTerminal(["status"]);
  expect([colored.code, colored.stdout]).toEqual([
    5,
    expect.stringContaining("\u001b[31mMajor System Outage\u001b[0m"),
  ]);
  expect((await runInTerminal(["status"], { NO_COLOR: "1" })).stdout).not.toContain("\u001b");
});

test("a command that needs standard input doesn't wait for a terminal", async (context) => {
  requirePython(context);
  const { code, stdout } = await runInTerminal(["metric", "push", "Load"]);
  expect([code, stdout.trim()]).toEqual([2, "Give a value, or points on standard input."]);
});

test("webhook listen exits with 0 after SIGINT and SIGTERM, or when its output is closed", async () => {
  const listen = async () => {
    const child = startProcess(["webhook", "listen", "--port", "0"]);
    const [first] = await once(child.stdout.setEncoding("utf8"), "data");
    const [, url = ""] = /^Listening on (\S+)\. /.exec(first) ?? [];
    return { child, url, ended: once(child, "close") };
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    const { child, ended } = await listen();
    child.kill(signal);
    expect(await ended).toEqual([0, null]);
  }
  const { child, url, ended } = await listen();
  child.stdout.destroy();
  // The command may end before it has answered.
  await fetch(url, { method: "POST", body: JSON.stringify(testBody) }).catch(() => {});
  expect(await ended).toEqual([0, null]);
});

test("an export that is interrupted leaves no file", async () => {
  const file = join(terminal.home, "interrupted.tar.gz");
  const child = startProcess(["export", file]);
  const ended = once(child, "close");
  proxy.failNext({
    method: "GET",
    passing: 3,
    reachesTarget: true,
    answer: "lost",
    beforeResponse: async () => child.kill("SIGINT"),
  });
  expect(await ended).toEqual([130, null]);
  expect((await readdir(terminal.home)).filter((name) => /interrupted|daymark-export/.test(name))).toEqual(
    [],
  );
});

test("an error that no command expects says what to do, and has its own exit code", async () => {
  // As in a Node that lacks a function.
  const preload = "delete%20JSON.parse";
  const variables = { NODE_OPTIONS: `--import=data:text/javascript,${preload}` };
  const list = (variables: Record<string, string>) =>
    terminal.runProcess(["component", "list"], { env: variables });
  const { code, stdout, stderr } = await list(variables);
  expect([code, stdout, stderr.split("\n")]).toEqual([
    7,
    "",
    [
      "This command has a bug: TypeError: JSON.parse is not a function.",
      "Nothing that Daymark had stored is lost. Before you run the command again, look what it has done.",
      "Please report the bug, with what the command prints with DAYMARK_DEBUG=1.",
      "",
    ],
  ]);
  const debugged = await list({ ...variables, DAYMARK_DEBUG: "1" });
  expect(debugged.code).toBe(7);
  expect(debugged.stderr).toMatch(/^daymark \d\S+, Node v\d\S+, \w+\nTypeError: .*\n +at /m);
});
