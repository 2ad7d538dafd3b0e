// Fails if folders import each other in a cycle. Each layer of a domain, such as `schema.ts`, counts as a folder of its own,
// because the linter keeps layers apart.
import { globSync } from "node:fs";
import { dirname } from "node:path";
import { root } from "../paths.ts";
import { importedFiles } from "./imports.ts";

const LAYER = /\/(domain|schema|wire|table|entity|api|(?:[\w-]+-)?(?:operations|routes))\.tsx?$/;

interface Import {
  from: string;
  to: string;
  example: string;
}

const sources = globSync("{worker,web}/**/*.{ts,tsx}", { cwd: root });
const domains = new Set(sources.filter((file) => LAYER.test(file)).map((file) => dirname(file)));
const cycle = shortestCycle(removeAcyclic(sources.flatMap(importsBetweenFolders)));
if (cycle) {
  console.error(`Folders import each other in a cycle:\n${cycle.map(({ example }) => example).join("\n")}`);
  process.exitCode = 1;
}

function importsBetweenFolders(file: string): Import[] {
  return importedFiles(file).flatMap((target) => {
    const [from, to] = [toFolder(file), toFolder(target)];
    return from === to ? [] : [{ from, to, example: `${file} imports ${target}` }];
  });
}

function toFolder(file: string): string {
  const depth = /^web\/(admin|status)\//.test(file) ? 3 : 2;
  const folder = toDomainFolder(dirname(file)) ?? file.split("/").slice(0, depth).join("/");
  const layer = file.startsWith("worker/") && folder !== file ? LAYER.exec(file)?.[1] : undefined;
  return layer
    ? `${folder} (${layer.replace(/^api$|.*-routes$/, "routes").replace(/.*-operations$/, "operations")})`
    : folder;
}

/** A folder of the Worker that has layers of its own, such as `worker/notify/push`. Others belong to the one above. */
function toDomainFolder(folder: string): string | undefined {
  if (!folder.startsWith("worker/")) return undefined;
  return domains.has(folder) || dirname(folder) === "worker" ? folder : toDomainFolder(dirname(folder));
}

/** Removes imports that can't be part of a cycle, which makes the search below short. */
function removeAcyclic(imports: Import[]): Import[] {
  const importers = new Set(imports.map(({ from }) => from));
  const imported = new Set(imports.map(({ to }) => to));
  const remaining = imports.filter(({ from, to }) => imported.has(from) && importers.has(to));
  return remaining.length === imports.length ? imports : removeAcyclic(remaining);
}

function shortestCycle(candidates: Import[]): Import[] | undefined {
  const imports = [...Map.groupBy(candidates, ({ from, to }) => `${from} ${to}`).values()].flatMap(
    ([first]) => first ?? [],
  );
  for (let paths = imports.map((start) => [start]); paths.length > 0; ) {
    const cycle = paths.find((path) => path[0]?.from === path.at(-1)?.to);
    if (cycle) return cycle;
    paths = paths.flatMap((path) =>
      imports.filter(({ from }) => from === path.at(-1)?.to).map((next) => [...path, next]),
    );
  }
  return undefined;
}
