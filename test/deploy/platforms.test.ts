import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../tools/paths.ts";

interface LockedPackage {
  integrity?: string;
  optionalDependencies?: Record<string, string>;
  os?: string[];
  cpu?: string[];
  libc?: string[];
}

interface Platform {
  os: string;
  cpu: string;
  libc?: string;
}

const locked: Record<string, LockedPackage> = JSON.parse(
  await readFile(join(root, "package-lock.json"), "utf8"),
).packages;

/** Resolves `name` from the package at `path`, as Node does. */
function resolvePackage(path: string, name: string): LockedPackage | undefined {
  const entry = locked[`${path === "" ? "" : `${path}/`}node_modules/${name}`];
  if (entry || path === "") return entry;
  return resolvePackage(path.slice(0, Math.max(0, path.lastIndexOf("/node_modules/"))), name);
}

/** Decides as npm does whether it installs the package on the platform: https://docs.npmjs.com/cli/v11/configuring-npm/package-json#os */
function fits({ os, cpu, libc }: LockedPackage, platform: Platform): boolean {
  return (
    (os?.includes(platform.os) ?? true) &&
    (cpu?.includes(platform.cpu) ?? true) &&
    (libc === undefined || platform.libc === undefined || libc.includes(platform.libc))
  );
}

/** Packages that come as one binary for each platform, by their path in the lock file. */
const nativePackages = Object.entries(locked).flatMap(([path, { optionalDependencies = {} }]) => {
  const binaries = Object.keys(optionalDependencies).flatMap((name) => resolvePackage(path, name) ?? []);
  return binaries.filter(({ os }) => os).length > 1 ? [{ path, binaries }] : [];
});

// npm installs platform packages only if the lock file has them, and the lock file is written on one platform.
test("the lock file has every optional package of every platform, with its checksum", () => {
  const missing = Object.entries(locked).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !resolvePackage(path, name)?.integrity)
      .map((name) => `${path}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test.for<Platform>([
  { os: "darwin", cpu: "arm64" },
  { os: "darwin", cpu: "x64" },
  { os: "linux", cpu: "arm64", libc: "glibc" },
  { os: "linux", cpu: "x64", libc: "glibc" },
  { os: "linux", cpu: "x64", libc: "musl" },
  { os: "win32", cpu: "x64" },
])("every native package has a binary for $os $cpu $libc", (platform) => {
  expect(nativePackages.length).toBeGreaterThan(7);
  const withoutBinary = nativePackages.filter(
    ({ binaries }) => !binaries.some((each) => fits(each, platform)),
  );
  expect(withoutBinary.map(({ path }) => path)).toEqual([]);
});
