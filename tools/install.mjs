// Installs missing packages of package-lock.json. It imports no packages, because it runs before there are any, and uses the
// syntax of Node 12, so that an old Node prints the error below.
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, mkdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

if (Number(process.versions.node.split(".")[0]) < 20) {
  fail(
    `Daymark needs Node 20 or newer; this is ${process.version}. https://nodejs.org/ has the current one.`,
  );
}
if (process.platform === "win32") {
  fail(
    "On Windows, Daymark runs in WSL: install it with `wsl --install`, clone Daymark there and try again.",
  );
}
if (!canWrite(homedir())) {
  fail(
    `Your home folder ${homedir()} can't be written: npm and wrangler store files there. Choose another, for example with HOME=/tmp/home before the command.`,
  );
}
if (!lockMatchesPackage()) {
  fail("package-lock.json doesn't match package.json. Run `npm install` and commit both.");
}
if (!installed()) {
  console.log("Installing packages (once, about a minute) …");
  // `npm ci` would first delete all installed packages.
  npm("install", "--no-save", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error");
  // .npmrc disables install scripts, but that of the package `node` downloads the project's Node.
  npm("rebuild", "node", "--ignore-scripts=false", "--loglevel=error");
  if (!installed()) fail("npm did not install all packages. Delete node_modules and try again.");
}

function canWrite(folder) {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return true;
  } catch (_) {
    return false;
  }
}

function npm(...args) {
  const { status } = spawnSync("npm", args, { cwd: root, stdio: "inherit", env: environment() });
  if (status !== 0) fail("The packages could not be installed: npm's message is above.");
}

/** Compares the lock file with the list of packages that npm writes into node_modules. */
function installed() {
  const installedFile = join(root, "node_modules/.package-lock.json");
  if (!existsSync(installedFile) || !existsSync(join(root, "node_modules/node/bin/node"))) return false;
  const present = packagesOf(installedFile);
  return Object.entries(packagesOf(join(root, "package-lock.json"))).every(
    ([path, { version, optional }]) =>
      path === "" || optional || (path in present && present[path].version === version),
  );
}

function lockMatchesPackage() {
  const wanted = readJSON(join(root, "package.json"));
  const locked = packagesOf(join(root, "package-lock.json"))[""];
  return ["dependencies", "devDependencies"].every(
    (kind) => JSON.stringify(sorted(wanted[kind])) === JSON.stringify(sorted(locked[kind])),
  );
}

/** Removes the project's own Node from PATH, because the install replaces it while npm runs. */
function environment() {
  const { PATH = "" } = process.env;
  const path = PATH.split(delimiter).filter((folder) => !folder.includes("node_modules"));
  return { ...process.env, PATH: path.join(delimiter) };
}

function packagesOf(lockFile) {
  return readJSON(lockFile).packages;
}

function readJSON(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}

function sorted(dependencies = {}) {
  return Object.entries(dependencies).sort(([a], [b]) => (a < b ? -1 : 1));
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
