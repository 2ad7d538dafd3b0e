import { createServer } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountCommands, cliCommands, listeningCommands } from "../../support/deploy/cli-commands.ts";
import { startListener } from "../../support/fakes/webhook-listener.ts";
import { openTerminal, type Terminal } from "../../support/starters/command-line.ts";
import { closeServer, listen } from "../../support/starters/listen.ts";

let terminal: Terminal;
/** Replaces Daymark and responds to every request with `error`. */
const server = createServer((_, response) =>
  response.writeHead(error.status, { "Content-Type": "application/json" }).end(JSON.stringify(error.body)),
);
let error = { status: 400, body: {} };
const refusal = { errorMessage: "This is refused.", errors: [{ path: "name", message: "Not this name." }] };
let url: string;
beforeAll(async () => {
  url = await listen(server);
  terminal = await openTerminal({ DAYMARK_URL: url, DAYMARK_KEY: "x".repeat(40) });
});
afterAll(async () => {
  await terminal.remove();
  await closeServer(server);
});

async function readHelp(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await terminal.run([...args, "--help"]);
  expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: "" });
  return stdout;
}

/** Returns the command names in a section of a help text. */
function namesInSection(text: string, heading: string): string[] {
  const [, list = ""] = new RegExp(`^${heading}:\\n((?: .*\\n)+)`, "m").exec(text) ?? [];
  return [...list.matchAll(/^ {2}([\w-]+)/gm)].flatMap(([, name = ""]) => (name === "help" ? [] : [name]));
}

test("the table of commands has every command that the help lists", async () => {
  const names = [];
  for (const group of namesInSection(await readHelp(), "Commands")) {
    const help = await readHelp(group);
    // Only what can be run has examples.
    if (/^Examples?:$/m.test(help)) names.push(group);
    names.push(...namesInSection(help, "Commands").map((name) => `${group} ${name}`));
  }
  const known = [...Object.keys(cliCommands), ...accountCommands, ...listeningCommands];
  expect(names.sort()).toEqual(known.sort());
});

/** @returns the words of each example in the command's help, without the program's name */
async function readExamples(name: string): Promise<string[][]> {
  const text = await readHelp(...name.split(" "));
  expect(text).toMatch(/^Examples?:$/m);
  expect(text).toMatch(/^Exit codes:\n {2}0 {2}[A-Z]/m);
  // Every description of an argument or an option is in sentence case.
  const [beforeExamples = ""] = text.split(/^Examples?:/m);
  for (const [, description = ""] of beforeExamples.matchAll(/^ {2}(?:\S+ )*\S+ {2,}(.+)$/gm))
    expect(description).toMatch(/^[A-Z]/);
  const examples = [...text.matchAll(/^ {2}daymark (.*?)(?: (?:\|\||<) .*)?$/gm)];
  expect(examples).not.toEqual([]);
  return examples.map(([, example = ""]) => {
    expect(example.startsWith(name)).toBe(true);
    return [...example.matchAll(/(?:[^\s"]|"[^"]*")+/g)].map(([word]) => word.replaceAll('"', ""));
  });
}

for (const [name, args] of Object.entries(cliCommands)) {
  test(`the help of ${name} has examples that run, and its exit codes`, async () => {
    error = { status: 400, body: { errorMessage: "No." } };
    for (const words of await readExamples(name)) {
      const withoutURL = words.flatMap((word, index) =>
        word === "--url" || words[index - 1] === "--url" ? [] : [word],
      );
      // No test may ask the host of the example.
      const here = withoutURL.map((word) => (word === "https://status.example.com" ? url : word));
      // The archive of the example doesn't exist.
      const code = name === "restore" && words.some((word) => word.endsWith(".tar.gz")) ? 2 : 1;
      const result = await terminal.run(here, { stdin: "1" });
      expect({ words, ...result }).toMatchObject({ words, code });
      // The other two say more: a folder and a page of Statuspage are missing here.
      if (code === 1 && !here.includes("--json") && !["export", "import"].includes(name))
        expect({ words, ...result }).toMatchObject({ words, stdout: "", stderr: "No.\n" });
    }
  });

  test(`${name} --json prints the body of an error response, with the exit code of its status`, async () => {
    error = { status: 403, body: refusal };
    const { stdout, ...rest } = await terminal.run([...name.split(" "), ...args, "--json"]);
    expect(rest).toEqual({ code: 4, stderr: "This is refused.\n" });
    expect(JSON.parse(stdout)).toEqual(refusal);
  });
}

for (const name of listeningCommands) {
  test(`the help of ${name} has examples that listen, and its exit codes`, async () => {
    for (const words of await readExamples(name)) {
      const listener = await startListener({ args: words.slice(name.split(" ").length) });
      expect((await listener.end()).code).toBe(0);
    }
  });
}

test("with --json, a command has the same exit code and message as without", async () => {
  for (const [status, code] of [
    [400, 1],
    [403, 4],
  ] as const) {
    error = { status, body: refusal };
    const expected = { code, stdout: "", stderr: "This is refused.\n" };
    expect(await terminal.run(["component", "list"])).toEqual(expected);
    expect(await terminal.run(["component", "list", "--json"])).toEqual({
      ...expected,
      stdout: `${JSON.stringify(refusal, null, 2)}\n`,
    });
  }
});

test("--json prints nothing if the response isn't Daymark's", async () => {
  error = { status: 502, body: "<h1>Bad gateway</h1>" as unknown as object };
  expect(await terminal.run(["component", "list", "--json"])).toMatchObject({ code: 1, stdout: "" });
  expect(await terminal.run(["component", "set", "API", "x", "--json"])).toMatchObject({
    code: 2,
    stdout: "",
  });
});

test("a file that can't be written is no bug", async () => {
  const { code, stderr } = await terminal.run(["export", join(terminal.home, "missing/archive.tar.gz")]);
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("ENOENT") });
});
