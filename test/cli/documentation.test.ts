import { existsSync } from "node:fs";
import { glob, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answer } from "../../tools/demo/client.ts";
import { root } from "../../tools/paths.ts";
import { accountCommands, cliCommands, listeningCommands } from "../support/deploy/cli-commands.ts";
import { makeComponent, makeGroup } from "../support/factories/factories.ts";
import { commandOf, readPages } from "../support/readers/documentation.ts";
import { type Daymark, startDaymark } from "../support/starters/daymark.ts";

// The commands, links and addresses of the documentation.

let daymark: Daymark;
let pages: Map<string, string>;
beforeAll(async () => {
  [daymark, pages] = await Promise.all([startDaymark(), readPages()]);
});
afterAll(() => daymark.stop());

/** Lists each match once. */
function matches(pattern: RegExp): string[] {
  const all = [...pages.values()].flatMap((text) =>
    [...text.matchAll(pattern)].map(([, match = ""]) => match.trim()),
  );
  return [...new Set(all)].sort();
}

test("every npm script of the documentation exists", async () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(
    await readFile(join(root, "package.json"), "utf8"),
  );
  const named = [...matches(/`npm run\s+([\w:]+)/g), "start", "test"];
  expect(named).toContain("deploy");
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
});

test("every command of the command line in the documentation exists", () => {
  const names = new Set(matches(/(?:^|`)(?:npx )?daymark ((?:[a-z]+ ?)+)/gm).map(commandOf));
  expect(names).toContain("webhook listen");
  // commands.test.ts compares these with the help.
  const commands = [...Object.keys(cliCommands), ...accountCommands, ...listeningCommands];
  const known = new Set(commands.flatMap((name) => [name, name.split(" ")[0]]));
  expect([...names].filter((name) => !known.has(name))).toEqual([]);
});

test("every link of the documentation leads to a file and, behind #, to a heading", () => {
  const broken: string[] = [];
  for (const [path, text] of pages) {
    for (const [, link = ""] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(link)) continue;
      const [file = "", heading] = link.split("#");
      const target = file === "" ? path : join(dirname(path), file);
      // Pictures are made by `npm run screens`.
      if (!existsSync(join(root, target))) broken.push(`${path}: ${link}`);
      else if (heading !== undefined && !headingsOf(pages.get(target) ?? "").includes(heading))
        broken.push(`${path}: ${link}`);
    }
  }
  expect(broken).toEqual([]);
});

function headingsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\w\s-]/g, "")
      .replaceAll(" ", "-"),
  );
}

test("the README deploys in three lines, docs/deploy.md in five steps, and the README stays short", () => {
  const stepsIn = (page: string, heading: string) => {
    const [, section = ""] = (pages.get(page) ?? "").split(`## ${heading}\n`);
    return (section.split("\n## ")[0] ?? "").match(/^\d\. .*/gm) ?? [];
  };
  expect(stepsIn("README.md", "Deploy")).toHaveLength(3);
  expect(stepsIn("docs/deploy.md", "The five steps")).toHaveLength(5);
  expect(pages.get("README.md")?.split("\n").length).toBeLessThan(220);
});

test("the index names every page of the documentation", () => {
  const index = pages.get("docs/README.md") ?? "";
  const missing = [...pages.keys()].filter(
    (path) =>
      /^docs\/[\w/-]+\.md$/.test(path) && path !== "docs/README.md" && !index.includes(`](${path.slice(5)})`),
  );
  expect(missing).toEqual([]);
});

test("every page that the code names exists", async () => {
  const missing: string[] = [];
  for await (const path of glob("{worker,web,tools,lab,.github}/**/*.{ts,tsx,yml}", { cwd: root })) {
    const text = await readFile(join(root, path), "utf8");
    for (const [page] of text.matchAll(/\b(?:docs\/[\w/-]+|README|SECURITY|CONTRIBUTING)\.md\b/g))
      if (!existsSync(join(root, page)) && !page.startsWith("docs/screens/"))
        missing.push(`${path}: ${page}`);
  }
  expect(missing).toEqual([]);
});

test("every file of the repository that the documentation names exists", () => {
  const files = [...pages].flatMap(([page, text]) =>
    [...text.matchAll(/`((?:worker|web|test|tools|bench|docs|\.github)\/[\w./-]+\.\w+)`/g)].map(
      ([, file = ""]) => ({
        page,
        file,
      }),
    ),
  );
  expect(files.length).toBeGreaterThan(60);
  // `npm run screens` makes this folder's page, and the check the types of the client.
  const isGenerated = (file: string) => file.startsWith("docs/screens/") || file === "web/client/api.ts";
  const missing = files.filter(({ file }) => !isGenerated(file) && !existsSync(join(root, file)));
  expect(missing).toEqual([]);
});

test("every piece of JSON in the documentation can be parsed", () => {
  const blocks = [...pages.values()].flatMap((text) =>
    [...text.matchAll(/^ *```json\n(.*?)^ *```/gms)].map(([, json = ""]) => json),
  );
  expect(blocks.length).toBeGreaterThan(3);
  for (const json of blocks) expect(() => JSON.parse(json)).not.toThrow();
});

test("the costs are those of the last bill", () => {
  const bill = (page: string) =>
    [
      ...(pages.get(page) ?? "").matchAll(
        /^\| (idle|small|large) \(([^)]*)\) +\| (.*?)\|.* (\$[\d.,]+) +\|$/gm,
      ),
    ].map(([, name, size, free = "", paid]) => ({ name, size, fits: free.startsWith("fits"), paid }));
  expect(bill("docs/costs.md")).toHaveLength(3);
  expect(bill("docs/costs.md")).toEqual(bill("docs/results.md"));
});

test("every address in docs/visitors.md answers", async () => {
  await answer(daymark.administrator.settings.$patch({ json: { endpointsEnabled: true } })); // otherwise nobody can subscribe
  const { componentID } = await makeComponent(daymark);
  const { groupID } = await makeGroup(daymark);
  const addresses = [...(pages.get("docs/visitors.md") ?? "").matchAll(/`(\/[^`]*)`/g)].map(
    ([, path = ""]) => path,
  );
  expect(addresses).toContain("/history.rss");
  const ids: Record<string, string> = {
    "/components/<id>": `/components/${componentID}`,
    "/groups/<id>": `/groups/${groupID}`,
  };
  const statuses: Record<string, number> = {};
  for (const address of addresses) statuses[address] = (await daymark.fetch(ids[address] ?? address)).status;
  expect(Object.entries(statuses).filter(([, status]) => status !== 200)).toEqual([]);
});
