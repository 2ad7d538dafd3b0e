import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTerminal, type Terminal } from "../support/command-line.ts";
import { commands } from "../support/commands.ts";

let terminal: Terminal;
/** Refuses everything as Daymark does. */
const server = createServer((_, response) =>
  response
    .writeHead(refusal.status, { "Content-Type": "application/json" })
    .end(JSON.stringify(refusal.body)),
);
let refusal = { status: 400, body: {} };
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // TCP: never a string
  terminal = await openTerminal({ DAYMARK_URL: `http://127.0.0.1:${port}`, DAYMARK_KEY: "x".repeat(40) });
});
afterAll(async () => {
  await terminal.remove();
  await new Promise((resolve) => server.close(resolve));
});

async function help(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await terminal.run([...args, "--help"]);
  expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: "" });
  return stdout;
}

/** The names below a heading of a help text. */
function listed(text: string, heading: string): string[] {
  const [, list = ""] = new RegExp(`^${heading}:\\n((?: .*\\n)+)`, "m").exec(text) ?? [];
  return [...list.matchAll(/^ {2}([\w-]+)/gm)].flatMap(([, name = ""]) => (name === "help" ? [] : [name]));
}

test("the table has every command that the help lists", async () => {
  const names = [];
  for (const group of listed(await help(), "Commands")) {
    const below = listed(await help(group), "Commands");
    names.push(...(below.length === 0 ? [group] : below.map((name) => `${group} ${name}`)));
  }
  expect(names.sort()).toEqual(Object.keys(commands).sort());
});

for (const [name, args] of Object.entries(commands)) {
  test(`${name} says in its help what it takes, by examples, and what it ends with`, async () => {
    const text = await help(...name.split(" "));
    expect(text).toMatch(/^Examples?:$/m);
    expect(text).toMatch(/^Exit codes:\n {2}0 {2}[A-Z]/m);
    // Sentence case, wherever something is described.
    const [described = ""] = text.split(/^Examples?:/m);
    for (const [, words = ""] of described.matchAll(/^ {2}(?:\S+ )*\S+ {2,}(.+)$/gm))
      expect(words).toMatch(/^[A-Z]/);
    const examples = [...text.matchAll(/^ {2}daymark (.*?)(?: (?:\|\||<) .*)?$/gm)];
    expect(examples).not.toEqual([]);
    refusal = { status: 400, body: { errorMessage: "No." } };
    for (const [, example = ""] of examples) {
      expect(example.startsWith(name)).toBe(true);
      const words = [...example.matchAll(/(?:[^\s"]|"[^"]*")+/g)].map(([word]) => word.replaceAll('"', ""));
      const stubbed = words.flatMap((word, index) =>
        word === "--url" || words[index - 1] === "--url" ? [] : [word],
      );
      expect({ example, ...(await terminal.run(stubbed, { stdin: "1" })) }).toMatchObject({
        example,
        code: 1,
      });
    }
  });

  test(`${name} --json prints Daymark's refusal, and ends as without it`, async () => {
    const body = { errorMessage: "This is refused.", errors: [{ path: "name", message: "Not this name." }] };
    const run = (...more: string[]) => terminal.run([...name.split(" "), ...args, ...more]);
    refusal = { status: 400, body };
    expect(await run()).toEqual({ code: 1, stdout: "", stderr: "This is refused.\n" });
    for (const [status, code] of [
      [400, 1],
      [403, 4],
    ] as const) {
      refusal = { status, body };
      const { stdout, ...rest } = await run("--json");
      expect(rest).toEqual({ code, stderr: "This is refused.\n" });
      expect(JSON.parse(stdout)).toEqual(body);
    }
  });
}

test("--json prints nothing where there is no answer of Daymark", async () => {
  refusal = { status: 502, body: "<h1>Bad gateway</h1>" as unknown as object };
  expect(await terminal.run(["component", "list", "--json"])).toMatchObject({ code: 1, stdout: "" });
  expect(await terminal.run(["component", "set", "API", "x", "--json"])).toMatchObject({
    code: 2,
    stdout: "",
  });
});
