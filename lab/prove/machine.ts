import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { root } from "../../tools/paths.ts";

/** Describes the machine without its name, and the versions that the figures depend on. */
export function describeMachine(): string {
  const [processor] = cpus();
  const memoryGB = Math.round(totalmem() / 2 ** 30);
  return `${processor?.model.trim() ?? "an unknown processor"}, ${cpus().length} cores, ${memoryGB} GB of memory`;
}

/** These decide the figures. Other commits change tests, tools and documentation only. */
const product = ["worker", "web", "migrations", "wrangler.toml", "package-lock.json"];

/** Names the last commit that changed the product, and the versions of what it ran on. */
export function describeVersions(): string {
  const git = (...args: string[]) =>
    execFileSync("git", [...args, "--", ...product], { cwd: root, encoding: "utf8" }).trim();
  const isChanged = git("status", "--porcelain", "--untracked-files=no") !== "";
  const commit = `${git("log", "-1", "--format=%h")}${isChanged ? " with changes" : ""}`;
  return `Daymark ${commit}, Node ${process.versions.node}, workerd ${readPackageVersion("workerd")}, Miniflare ${readPackageVersion("miniflare")}`;
}

/** workerd is a dependency of Miniflare, so it is looked for from there. */
function readPackageVersion(name: "workerd" | "miniflare"): string {
  const fromRoot = createRequire(join(root, "package.json"));
  const require = name === "workerd" ? createRequire(fromRoot.resolve("miniflare")) : fromRoot;
  return JSON.parse(readFileSync(require.resolve(`${name}/package.json`), "utf8")).version;
}
