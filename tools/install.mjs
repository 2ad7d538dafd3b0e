// Installs missing packages: only `dependencies` for `npm start`, all with `--dev`, and Lighthouse with `--lighthouse`. It imports
// none itself, and has the syntax of Node 12, so that an old Node prints the error below.
import { spawn } from "node:child_process";
import fs, { accessSync, constants, existsSync, mkdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const installedPackages = join(root, "node_modules/.package-lock.json");
const nodeFolder = join(root, "tools/node");
/** npm puts this link's folder first in PATH, so scripts run the project's Node if it is there. */
const nodeLink = join(root, "node_modules/.bin/node");

const wantsDev = process.argv.includes("--dev");
/** An update of the packages for `npm start` keeps those that another command has installed. */
const withDev =
  wantsDev ||
  (existsSync(installedPackages) && Object.values(readPackages(installedPackages)).some(({ dev }) => dev));
/** Tests need the project's Node, and `npm start` only one that runs TypeScript. */
const needsNode = wantsDev || process.execPath.startsWith(root) || !process.features.typescript;
/** Folders with packages of their own. */
const folders = [];
if (wantsDev && process.platform === "linux" && process.arch === "x64")
  folders.push(join(root, "test/oldest-node"));
if (process.argv.includes("--lighthouse")) folders.push(join(root, "test/lighthouse"));

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
if (!allInstalled()) {
  console.log(`Installing packages (once, about ${withDev ? "half a minute" : "15 seconds"}) …`);
  install().catch(fail);
}

function allInstalled() {
  return packagesInstalled() && nodeInstalled() && folders.every(hasLockedPackages);
}

async function install() {
  // `npm ci` would first delete all installed packages.
  const args = ["install", "--no-save", withDev ? "--include=dev" : "--omit=dev"];
  await Promise.all([
    packagesInstalled() || npm(root, args),
    nodeInstalled() || installNode(),
    ...folders.map((folder) => hasLockedPackages(folder) || npm(folder, ["ci", "--ignore-scripts"])),
  ]);
  if (!nodeInstalled()) {
    mkdirSync(dirname(nodeLink), { recursive: true });
    fs.rmSync(nodeLink, { force: true });
    fs.symlinkSync("../../tools/node/node_modules/node/bin/node", nodeLink);
  }
  if (!allInstalled()) throw "npm did not install all packages. Delete node_modules and try again.";
}

/** The package's install script downloads the Node of this platform and links it into the package. */
async function installNode() {
  await npm(nodeFolder, ["ci", "--ignore-scripts=false"]);
  // The link is a hard link, so what the script has downloaded can go: a third of it are headers for C.
  fs.rmSync(join(nodeFolder, "node_modules/node/node_modules"), { recursive: true });
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

function npm(cwd, args) {
  const options = [...args, "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];
  return new Promise((resolve, reject) => {
    spawn("npm", options, { cwd, stdio: "inherit", env: environment() })
      .once("error", reject)
      .once("exit", (status) =>
        status === 0 ? resolve() : reject("The packages could not be installed: npm's message is above."),
      );
  });
}

/** Compares the lock file with the list of packages that npm writes into node_modules. */
function packagesInstalled() {
  if (!existsSync(installedPackages)) return false;
  const present = readPackages(installedPackages);
  return Object.entries(readPackages(join(root, "package-lock.json"))).every(
    ([path, { version, optional, dev, devOptional }]) =>
      path === "" ||
      optional ||
      ((dev || devOptional) && !withDev) ||
      (path in present && present[path].version === version),
  );
}

function nodeInstalled() {
  return !needsNode || (existsSync(nodeLink) && hasLockedPackages(nodeFolder));
}

function hasLockedPackages(folder) {
  const installedFile = join(folder, "node_modules/.package-lock.json");
  if (!existsSync(installedFile)) return false;
  const present = readPackages(installedFile);
  return Object.entries(readPackages(join(folder, "package-lock.json"))).every(
    ([path, { version }]) => path === "" || (path in present && present[path].version === version),
  );
}

function lockMatchesPackage() {
  const wanted = readJSON(join(root, "package.json"));
  const locked = readPackages(join(root, "package-lock.json"))[""];
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

function readPackages(lockFile) {
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
