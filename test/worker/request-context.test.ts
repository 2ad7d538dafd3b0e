import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { root } from "../../tools/paths.ts";

const source = (file: string) => readFileSync(`${root}/${file}`, "utf8");

test("the context of a request holds what the request is about, and nothing of the cache's own", () => {
  const [, variables = ""] = /Variables: \{(.*?)\n {2}\};/s.exec(source("worker/env.ts")) ?? [];
  const names = [...variables.matchAll(/^ {4}(\w+)\??:/gm)].map(([, name]) => name);
  expect(names.toSorted()).toEqual(["actor", "bodyHash", "db", "quotaUses", "requestId", "unchangedSince"]);
});

test("what the cache reads of a request's context is its database", () => {
  const read = globSync("worker/cache/**/*.ts", { cwd: root }).flatMap((file) =>
    [...source(file).matchAll(/\bc\.(?:(?:set|get)\(|var\.)\s*"?(\w+)/g)].map(([, name]) => name),
  );
  expect([...new Set(read)]).toEqual(["db"]);
});
