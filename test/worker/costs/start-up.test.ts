import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { build } from "../../../tools/build/build.ts";
import { buildFolderPath } from "../../../tools/build/stamps.ts";
import { daymarkWorker } from "../../../tools/start/workers.ts";
import { languageCodes } from "../../../web/status/texts/languages.ts";
import { KiB } from "../../../worker/shared/domain.ts";
import { fillHistory } from "../../support/factories/fill-history.ts";
import { startDaymark } from "../../support/starters/daymark.ts";

beforeAll(async () => {
  await build(["worker"]);
});

/** Makes each use of a locale's data fail. D1's client, which is part of workerd, compares its bookmarks with `localeCompare`. */
const guard = `{
  const check = (name) => {
    const { stack } = new Error(name + " is used.");
    if (!stack.split("\\n")[3].includes("cloudflare-internal:")) throw new Error(stack);
  };
  const refuse = (name, use) => new Proxy(use, {
    apply: (target, self, args) => (check(name), Reflect.apply(target, self, args)),
    construct: (target, args, newTarget) => (check(name), Reflect.construct(target, args, newTarget)),
  });
  for (const { prototype } of [Number, BigInt, Date, String])
    for (const name of Object.getOwnPropertyNames(prototype))
      if (/locale/i.test(name)) prototype[name] = refuse(name, prototype[name]);
  for (const name of Object.getOwnPropertyNames(Intl))
    if (/^[A-Z]/.test(name)) Intl[name] = refuse("Intl." + name, Intl[name]);
}`;

test("the Worker starts, and renders a visitor's pages, without a locale's data, which takes as long as all else", async () => {
  const daymark = await startDaymark({ build: "worker", prelude: guard });
  onTestFinished(() => daymark.stop());
  const { db } = daymark;
  const now = new Date().toISOString();
  await fillHistory(db, { components: 3, incidents: 250, maintenances: 5, days: 365, now });
  // Three statuses are a list, and a text of 200 characters is cut.
  await db.exec("UPDATE components SET status = 'Major Outage' WHERE component_id = 'component-0'");
  await db.exec("UPDATE components SET status = 'Partial Outage' WHERE component_id = 'component-1'");
  await db.exec("UPDATE notice_updates SET message = replace(hex(zeroblob(100)), '00', 'A word ')");
  const notices = ["/incidents/grown-0", "/maintenances/done-0"];
  const paths = ["/", "/history", "/components/component-0", ...notices, "/index.md", "/history.atom"];
  for (const language of languageCodes)
    for (const path of paths) {
      const { status } = await daymark.fetch(`${path}?lang=${language}`);
      expect([path, language, status, daymark.logs]).toEqual([path, language, 200, []]);
    }
});

/** Reads a file of the bundle and all that it imports by `import … from`, which run before it. */
async function readStatic(file: string, texts = new Map<string, string>()): Promise<Map<string, string>> {
  if (texts.has(file)) return texts;
  const text = await readFile(join(buildFolderPath("worker"), file), "utf8");
  texts.set(file, text);
  for (const [, imported = ""] of text.matchAll(/(?:^|[;}])import(?:[\w{},*$ ]+from)?"\.\/([\w.-]+\.js)"/g))
    await readStatic(imported, texts);
  return texts;
}

/** The modules that run when an isolate starts. */
async function readStartedModules(): Promise<string[]> {
  const maps = [...(await readStatic("index.js")).keys()].map(async (file) => {
    const map = JSON.parse(await readFile(join(buildFolderPath("worker"), `${file}.map`), "utf8"));
    return map.sources.map((source: string) => source.replace(/^(\.\.\/)+/, ""));
  });
  return (await Promise.all(maps)).flat();
}

test("only what visitors read runs when the Worker starts", async () => {
  const modules = await readStartedModules();
  const packages = modules.flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []);
  expect([...new Set(packages)].sort()).toEqual([
    "drizzle-orm",
    "entities",
    "hono",
    "linkify-it",
    "markdown-it",
    "mdurl",
    "nanoid",
    "punycode.js",
    "react",
    "react-dom",
    "uc.micro",
  ]);
  // Schemas check what is written, and describe the API.
  expect(modules.filter((path) => /schema\.ts$/.test(path))).toEqual([]);
  const folders = modules.flatMap((path) => /^worker\/([^/]+)\//.exec(path)?.[1] ?? []);
  expect([...new Set(folders)].sort()).toEqual([]);
});

test("the bundle and what runs when the Worker starts stay small", async () => {
  const started = [...(await readStatic("index.js")).values()].join("");
  expect(gzipSync(started, { level: 9 }).length / KiB).toBeLessThanOrEqual(200);
  const { modules } = await daymarkWorker({});
  const files = modules as { path: string }[]; // daymarkWorker lists them.
  const all = await Promise.all(files.map(({ path }) => readFile(path, "utf8")));
  expect(gzipSync(all.join(""), { level: 9 }).length / KiB).toBeLessThanOrEqual(400);
});
