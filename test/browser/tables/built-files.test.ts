import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../../tools/paths.ts";

/** What browsers get: style sheets are also inside scripts. */
async function readBuiltFiles(): Promise<string[]> {
  // Other builds may be written meanwhile.
  const folders = ["status", "admin", "inline"].map((name) => join(root, "dist", name));
  const paths = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(folder, { recursive: true })).map((path) => join(folder, path)),
    ),
  );
  const sent = paths.flat().filter((path) => /\.(js|css|txt)$/.test(path));
  return Promise.all(sent.map((path) => readFile(path, "utf8")));
}

test("styles divide by numbers only: Firefox refuses other divisors, and WebKit miscalculates", async () => {
  const sources = (await readBuiltFiles()).join("\n");
  const calculations = sources.match(/\bcalc\([^;{}"'`]*/g)?.join("\n") ?? "";
  expect(calculations).toMatch(/\/ ?\d/);
  expect(calculations.match(/\/ ?[\d.]+(%|[a-z]).*/g)).toBeNull();
  // A custom property may have several values.
  for (const [, name] of calculations.matchAll(/\/ ?\(?var\((--[\w-]+)/g))
    expect(sources.match(new RegExp(`[{;\\s]${name}: ?[\\d.]+(%|[a-z])`, "g"))).toBeNull();
});

test("no script passes the browser's language to Intl, which refuses some languages", async () => {
  const sources = await readBuiltFiles();
  const calls = sources.flatMap((source) => source.match(/\bIntl\.\w+\([^()]*/g) ?? []);
  expect(calls.length).toBeGreaterThan(5);
  for (const call of calls) expect(call).not.toMatch(/\.languages?\b/);
});

test("no script of the public page drops an error", async () => {
  // These mean only that the browser blocks the storage, or the clipboard, whose address a prompt then shows.
  const expected = { "chosen-groups.ts": 2, "copy-link.ts": 1, "bar.ts": 2 };
  const dropped: Record<string, number> = {};
  for (const folder of ["status/enhance", "status/embed", "graph"])
    for (const name of await readdir(join(root, "web", folder), { recursive: true })) {
      if (!/\.\w+$/.test(name)) continue;
      const source = await readFile(join(root, "web", folder, name), "utf8");
      const count = source.match(/catch (?=\{)|\.catch\(\(\)/g)?.length;
      if (count) dropped[basename(name)] = count;
    }
  expect(dropped).toEqual(expected);
});
