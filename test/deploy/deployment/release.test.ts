import { readdirSync } from "node:fs";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "smol-toml";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startWrangler } from "../../../tools/build/wrangler-commands.ts";
import { root } from "../../../tools/paths.ts";
import { writeRelease } from "../../../tools/release/write-release.ts";

const repository = "https://git.example.com/acme/status";
const source = "https://git.example.com/acme/daymark/blob/v1.0.0";
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "daymark-release-"));
  await writeRelease(folder, { repository, source });
});
afterAll(() => rm(folder, { recursive: true }));

const read = (file: string) => readFile(join(folder, file), "utf8");
const readJSON = async (file: string) => JSON.parse(await read(file));
const listFiles = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
/** Text that was made by hand or derived from the configuration, not bundled. */
const isReadable = (file: string) => /^[^/]+$|^\.github\/|^console\/[^/]+$/.test(file);

test("the release is a small repository: two Workers with their files, and what deploys and explains them", () => {
  const files = listFiles();
  expect(files.filter(isReadable).sort()).toEqual([
    ".dev.vars.example",
    ".github/workflows/plan.yml",
    ".github/workflows/upgrade.yml",
    ".gitignore",
    "CHANGELOG.md",
    "LICENSE",
    "README.md",
    "console/wrangler.jsonc",
    "deploy.js",
    "package.json",
    "wrangler.jsonc",
  ]);
  const folders = new Set(
    files.filter((file) => !isReadable(file)).map((file) => file.replace(/[^/]+$/, "")),
  );
  expect([...folders].sort()).toEqual([
    "assets/",
    "assets/static/",
    "console/assets/",
    "console/assets/assets/",
    "console/worker/",
    "migrations/",
    "worker/",
  ]);
  const unneeded = /\.map$|\.ts$|meta\.json$|_routes\.json$|^node_modules/;
  expect(files.filter((file) => unneeded.test(file))).toEqual([]);
});

test("the release is at most 8 MB large, and depends on wrangler alone", async () => {
  const sizes = await Promise.all(listFiles().map(async (file) => (await stat(join(folder, file))).size));
  expect(Math.max(...sizes)).toBeLessThan(2_000_000);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(8_000_000);
  const { dependencies, version } = await readJSON("package.json");
  const own = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  expect([dependencies, version]).toEqual([{ wrangler: own.dependencies.wrangler }, own.version]);
  expect(dependencies.wrangler).toMatch(/^\d+\.\d+\.\d+$/);
});

test("no file of the release has an ID of an account, a secret, or a path of the machine that built it", async () => {
  const texts = await Promise.all(listFiles().map(async (file) => ({ file, text: await read(file) })));
  const paths = [root.slice(0, -1), folder, homedir()].filter((path) => path.length > 5);
  expect(
    texts.filter(({ text }) => paths.some((path) => text.includes(path))).map(({ file }) => file),
  ).toEqual([]);
  const readable = texts.filter(({ file }) => isReadable(file));
  const id = /[0-9a-f]{8}-[0-9a-f]{4}-|\b[0-9a-f]{32}\b|database_id|account_id|[A-Za-z0-9+/]{43}=/;
  expect(readable.filter(({ text }) => id.test(text)).map(({ file }) => file)).toEqual([]);
  expect(await read(".dev.vars.example")).not.toMatch(/^[^#\n]/m);
});

test("the page's Worker has every binding of wrangler.toml but that for email, and each variable a description of its own", async () => {
  const toml = await readFile(join(root, "wrangler.toml"), "utf8");
  const own = parse(toml) as Record<string, unknown>; // compared by parts
  const config = await readJSON("wrangler.jsonc");
  for (const key of ["queues", "ratelimits", "r2_buckets", "triggers", "cache", "compatibility_flags"])
    expect([key, config[key]]).toEqual([key, own[key]]);
  expect(config.d1_databases).toEqual([
    { binding: "DB", database_name: "daymark", migrations_dir: "migrations" },
  ]);
  expect(config).not.toHaveProperty("send_email");
  expect(config).not.toHaveProperty("limits");
  expect(JSON.stringify(config.vars)).not.toMatch(/localhost|us-east-1/);
  const { cloudflare } = await readJSON("package.json");
  expect(Object.keys(cloudflare.bindings).sort()).toEqual(
    ["DB", "FILES", ...Object.keys(config.vars)].sort(),
  );
  const bindings = Object.values<{ description: string }>(cloudflare.bindings);
  for (const { description } of bindings) expect(description).toMatch(/^[A-Z].{10,}\.$/);
  expect(new Set(bindings.map(({ description }) => description)).size).toBe(bindings.length);
});

test("page and console are two Workers, and only what is behind the page's normalized addresses is cached", async () => {
  const [page, admin] = [await readJSON("wrangler.jsonc"), await readJSON("console/wrangler.jsonc")];
  expect(page.exports).toEqual({
    default: { type: "worker", cache: { enabled: false } },
    Cached: { type: "worker", cache: { enabled: true } },
  });
  expect(admin).not.toHaveProperty("cache");
  expect(admin.name).not.toBe(page.name);
  const ownVariables = Object.keys(admin.vars).filter((name) => !(name in page.vars));
  expect(ownVariables).toEqual(["API_URL"]);
});

test("wrangler would deploy both Workers, with the Worker's modules apart", async () => {
  const wrangler = startWrangler({ ...process.env, CI: "true", WRANGLER_SEND_METRICS: "false" });
  try {
    const page = await wrangler.run(["deploy", "--dry-run"], folder);
    expect(page).toMatch(/Total \(\d{3} modules\)/);
    expect(page).toContain("env.DB (daymark)");
    const admin = await wrangler.run(["deploy", "--dry-run"], join(folder, "console"));
    expect(admin).toContain("env.ASSETS");
  } finally {
    wrangler.stop();
  }
});

test("the README has the button, the repository's address and links to the documentation, or none of them", async () => {
  const button = `https://deploy.workers.cloudflare.com/?url=${repository}`;
  expect([await read("README.md"), await read(".github/workflows/upgrade.yml")]).toEqual([
    expect.stringContaining(button),
    expect.stringContaining(`'${repository}'`),
  ]);
  expect(await read("README.md")).toContain(`${source}/docs/sign-in.md`);
  const without = await mkdtemp(join(tmpdir(), "daymark-release-"));
  onTestFinished(() => rm(without, { recursive: true }));
  await writeRelease(without);
  for (const file of ["README.md", ".github/workflows/upgrade.yml"]) {
    expect(await readFile(join(without, file), "utf8")).not.toMatch(
      /REPOSITORY_URL|SOURCE_URL|button|docs\/|deploy\.workers\.|<!--/,
    );
    expect(await read(file)).not.toMatch(/REPOSITORY_URL|SOURCE_URL|<!--/);
  }
});
