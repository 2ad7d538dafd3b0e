import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { onTestFinished, test } from "vitest";
import { buildFolderPath } from "../../../tools/build/stamps.ts";
import { Miniflare } from "../../../tools/start/miniflare.ts";
import { daymarkWorker } from "../../../tools/start/workers.ts";

/** Makes each use of a locale's data fail until the whole bundle has run. */
const guard = `{
  globalThis.isStarting = true;
  const check = (name) => {
    if (globalThis.isStarting) throw new Error(name + " is used while the Worker starts.");
  };
  const guarded = (name, use) => new Proxy(use, {
    apply: (target, self, args) => (check(name), Reflect.apply(target, self, args)),
    construct: (target, args, newTarget) => (check(name), Reflect.construct(target, args, newTarget)),
  });
  for (const { prototype } of [Number, BigInt, Date])
    prototype.toLocaleString = guarded("toLocaleString", prototype.toLocaleString);
  for (const name of Object.getOwnPropertyNames(Intl))
    if (/^[A-Z]/.test(name)) Intl[name] = guarded("Intl." + name, Intl[name]);
}`;

test("the Worker loads no locale's data while it starts, because that takes as long as all else", async () => {
  const { modules, ...worker } = await daymarkWorker({});
  const [bundle, ...texts] = modules as { type: "ESModule" | "Text"; path: string }[]; // daymarkWorker lists them.
  const source = await readFile(join(buildFolderPath("worker"), "index.js"), "utf8");
  const contents = `${guard}\n${source}\nglobalThis.isStarting = false;`;
  const mf = new Miniflare({
    ...worker,
    cf: false,
    modules: [{ type: "ESModule", path: bundle?.path ?? "", contents }, ...texts],
  });
  onTestFinished(() => mf.dispose());
  await mf.ready;
});
