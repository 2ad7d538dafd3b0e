import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { build } from "../../../tools/build/build.ts";
import { readStarted } from "../../../tools/build/started-modules.ts";
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
  const notices = ["/incidents/grown0", "/maintenances/done0"];
  const paths = ["/", "/history", "/components/component-0", ...notices, "/index.md", "/history.atom"];
  for (const language of languageCodes)
    for (const path of paths) {
      const { status } = await daymark.fetch(`${path}?lang=${language}`);
      expect([path, language, status, daymark.logs]).toEqual([path, language, 200, []]);
    }
});

/** @param group matches the name that the test lists */
function groupsOf(modules: string[], group: RegExp): string[] {
  return [...new Set(modules.flatMap((path) => group.exec(path)?.[1] ?? []))].sort();
}

test("only what visitors read runs when the Worker starts", async () => {
  const { modules } = await readStarted();
  expect(groupsOf(modules, /^node_modules\/((?:@[^/]+\/)?[^/]+)/)).toEqual([
    "drizzle-orm",
    "entities",
    "hono",
    "linkify-it",
    "markdown-it",
    "mdurl",
    "punycode.js",
    "react",
    "react-dom",
    "uc.micro",
  ]);
  // These have what visitors read, and nothing that writes, signs in, sends or runs by itself.
  expect(groupsOf(modules, /^worker\/([^/]+)\//)).toEqual([
    ...[
      "alerts",
      "cache",
      "components",
      "entities",
      "health",
      "http",
      "metrics",
      "notices",
      "notify",
      "openapi",
    ],
    ...["public", "settings", "shared", "storage", "writes"],
  ]);
  // Schemas check what is written, and describe the API. Other languages are loaded with their first page.
  const waits =
    /^worker\/alerts\/.*(?<!domain|due)\.ts$|schema\.ts$|texts\/(es|fr|de|ja|pt-br|ar)\.ts$|^worker\/(components|metrics|notify)\/.*store\.ts$/;
  expect(modules.filter((path) => waits.test(path))).toEqual([]);
});

async function gzippedKiB(files: string[]): Promise<number> {
  const texts = await Promise.all(files.map((file) => readFile(file)));
  return gzipSync(Buffer.concat(texts), { level: 9 }).length / KiB;
}

test("the bundle and what runs when the Worker starts stay small", async () => {
  const { files } = await readStarted();
  expect(await gzippedKiB(files)).toBeLessThanOrEqual(200);
  const { modules } = await daymarkWorker({});
  const all = modules as { path: string }[]; // daymarkWorker lists them.
  expect(await gzippedKiB(all.map(({ path }) => path))).toBeLessThanOrEqual(543);
});
