import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { root } from "../../../../tools/paths.ts";

const source = (file: string) => readFileSync(`${root}/${file}`, "utf8");

test("the request context has no variables of the cache", () => {
  const [, variables = ""] = /Variables: \{(.*?)\n {2}\};/s.exec(source("worker/env.ts")) ?? [];
  const names = [...variables.matchAll(/^ {4}(\w+)\??:/gm)].map(([, name]) => name);
  expect(names.toSorted()).toEqual([
    "actor",
    "actorName",
    "bodyHash",
    "claimedKeyHash",
    "db",
    "isCounted",
    "requestId",
    "scopes",
    "unchangedSince",
    "undo",
  ]);
});

test("the cache reads only the database from the request context", () => {
  const names = globSync("worker/cache/**/*.ts", { cwd: root }).flatMap((file) =>
    [...source(file).matchAll(/\bc\.(?:(?:set|get)\(|var\.)\s*"?(\w+)/g)].map(([, name]) => name),
  );
  expect([...new Set(names)]).toEqual(["db"]);
});
