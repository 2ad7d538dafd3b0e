import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { root } from "../../../tools/paths.ts";
import { writeRelease } from "../../../tools/release/write-release.ts";
import { type Account, emptyAccount, fakeWrangler, serveAccount } from "../../support/deploy/account.ts";
import { freePorts } from "../../support/starters/free-ports.ts";
import { closeServer, listen } from "../../support/starters/listen.ts";

// `npm run deploy` of a release as a process, with wrangler as another.

let folder: string;
let account: Awaited<ReturnType<typeof serveAccount>>;
const configurations = ["wrangler.jsonc", "console/wrangler.jsonc"];
const released: string[] = [];
const read = (file: string) => readFile(join(folder, file), "utf8");
const readVars = async (file: string) => JSON.parse(await read(file)).vars;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "daymark-release-"));
  await writeRelease(folder);
  released.push(...(await Promise.all(configurations.map(read))));
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  await mkdir(join(folder, "bin"));
  await writeFile(join(folder, "bin/wrangler"), fakeWrangler, { mode: 0o755 });
  account = await serveAccount(folder);
});
beforeEach(async () => {
  for (const [index, file] of configurations.entries())
    await writeFile(join(folder, file), released[index] ?? "");
});
afterAll(async () => {
  await account.stop();
  await rm(folder, { recursive: true });
});

async function deploy(before: Account, variables: Record<string, string> = {}, ...args: string[]) {
  const after = account.use(before);
  const env = {
    ...process.env,
    CI: "",
    PATH: `${join(folder, "bin")}${delimiter}${process.env.PATH}`,
    ACCOUNT_PORT: account.port,
    ...variables,
  };
  const { code, output } = await new Promise<{ code: number | null; output: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      ["deploy.js", ...args],
      { cwd: folder, env },
      (_, stdout, stderr) => resolve({ code: child.exitCode, output: stdout + stderr }),
    );
  });
  return { code, output, account: after };
}

test("a first deployment creates what is missing, and a second one creates nothing and keeps SECRET_KEY", async () => {
  const first = await deploy(emptyAccount);
  expect([first.code, first.output]).toEqual([
    0,
    expect.stringContaining(
      "The page is at https://daymark.acme.workers.dev, and the console at https://daymark-console.acme.workers.dev.",
    ),
  ]);
  expect(first.account.databases).toEqual([expect.objectContaining({ name: "daymark" })]);
  expect(first.account.queues).toHaveLength(8);
  expect(Object.keys(first.account.retention ?? {})).toEqual(
    first.account.queues.filter((queue) => queue.includes("datapoints")),
  );
  expect(first.account.workers?.slice(-2)).toEqual(["daymark", "daymark-console"]);
  expect(Buffer.from(first.account.secrets?.SECRET_KEY ?? "", "base64")).toHaveLength(32);
  const link = `https://daymark-console.acme.workers.dev/setup#key=${first.account.secrets?.SETUP_KEY}`;
  expect(first.output).toContain(link);
  const { calls } = first.account;
  expect(calls.indexOf("d1 migrations apply DB --remote")).toBeLessThan(
    calls.findIndex((call) => call.startsWith("deploy --config wrangler.jsonc")),
  );

  const second = await deploy(first.account);
  expect(second.code).toBe(0);
  expect(second.account.calls.filter((call) => / create |secrets-file/.test(call))).toEqual([]);
  expect(second.account.secrets).toEqual(first.account.secrets);
});

test("the console gets the page's address and how administrators sign in from the page's configuration", async () => {
  const config = JSON.parse(await read("wrangler.jsonc"));
  Object.assign(config.vars, { OIDC_ISSUER: "https://sign-in.example.com/", OIDC_CLIENT_ID: "status" });
  config.queues.producers[0].queue = "acme-points";
  config.queues.consumers[0].queue = "acme-points";
  await writeFile(join(folder, "wrangler.jsonc"), JSON.stringify(config));
  const { code, account: after } = await deploy(emptyAccount);
  expect([code, after.queues]).toEqual([0, expect.arrayContaining(["acme-points"])]);
  expect(await readVars("wrangler.jsonc")).toMatchObject({
    STATUS_PAGE_URL: "https://daymark.acme.workers.dev",
    ADMIN_PAGE_URL: "https://daymark-console.acme.workers.dev",
    PAGES_HOSTS: "daymark.acme.workers.dev,daymark-console.acme.workers.dev",
    QUEUES: { "acme-points": "DATAPOINTS", "daymark-mail": "MAIL" },
  });
  expect(await readVars("console/wrangler.jsonc")).toMatchObject({
    API_URL: "https://daymark.acme.workers.dev",
    OIDC_ISSUER: "https://sign-in.example.com/",
    OIDC_CLIENT_ID: "status",
  });
});

test("Workers Builds names the page only, and an upgrade doesn't deploy the console to learn its address", async () => {
  const ci = { WRANGLER_CI_OVERRIDE_NAME: "acme" };
  const first = await deploy(emptyAccount, ci);
  expect([first.code, first.account.workers]).toEqual([0, ["acme-console", "acme", "acme-console"]]);
  // Each build begins with a fresh clone.
  for (const [index, file] of configurations.entries())
    await writeFile(join(folder, file), released[index] ?? "");
  const { code, account: after } = await deploy({ ...first.account, workers: ["acme", "acme-console"] }, ci);
  expect([code, after.workers?.slice(2)]).toEqual([0, ["acme", "acme-console"]]);
  expect((await readVars("console/wrangler.jsonc")).API_URL).toBe("https://acme.acme.workers.dev");
});

test("an unreadable list of secrets ends the deployment before the Worker, so that SECRET_KEY is never replaced", async () => {
  const before = { ...emptyAccount, failingCall: "secret list --name daymark" };
  const { code, account: after } = await deploy(before);
  expect([code, after.workers]).toEqual([1, ["daymark-console"]]);
});

test("an upgrade that makes the page unhealthy is rolled back, and the console stays as it is", async () => {
  const answers = [200, 503];
  const server = createServer(({ url }, response) => {
    if (url === "/api/sign-in") response.end('{"kind":"provider"}');
    else response.writeHead(answers.shift() ?? 503).end("The database is missing migrations.");
  });
  const url = await listen(server);
  onTestFinished(() => closeServer(server));
  const config = JSON.parse(await read("wrangler.jsonc"));
  Object.assign(config.vars, { STATUS_PAGE_URL: url, ADMIN_PAGE_URL: "https://console.example.com" });
  await writeFile(join(folder, "wrangler.jsonc"), JSON.stringify(config));
  const before = { ...emptyAccount, workers: ["daymark", "daymark-console"], secrets: { SECRET_KEY: "a" } };
  const { code, output, account: after } = await deploy(before, { DEPLOY_PAUSE_MS: "0" });
  expect([code, after.workers?.slice(2), after.calls.at(-1)]).toEqual([
    1,
    ["daymark"],
    "rollback --yes --message The health check failed after the deployment. --name daymark",
  ]);
  expect(output).toContain(
    "/api/health with 503 The database is missing migrations.\nThe previous Worker is back.",
  );
});

test("without a login to Cloudflare, a deployment says so before anything else", async () => {
  const { code, output, account: after } = await deploy({ ...emptyAccount, signedIn: false });
  expect([code, after.calls]).toEqual([1, ["whoami --json"]]);
  expect(output).toContain("Run `npx wrangler login` first");
});

test("if one of the two local Workers ends, the other one is ended, too", async () => {
  const wrangler = `#!/bin/sh
case "$*" in
  *console/wrangler.jsonc*) exit 3 ;;
  dev*) exec sleep 600 ;;
esac
`;
  const bin = join(folder, "local-bin");
  await mkdir(bin);
  await writeFile(join(bin, "wrangler"), wrangler, { mode: 0o755 });
  const [page = 0, admin = 0] = await freePorts(2);
  const variables = {
    PATH: `${bin}${delimiter}${process.env.PATH}`,
    PORT: `${page}`,
    ADMIN_PORT: `${admin}`,
  };
  const { code, output } = await deploy(emptyAccount, variables, "--local");
  expect([code, output]).toEqual([
    1,
    expect.stringContaining("The Worker of the console ended with code 3, so both are stopped."),
  ]);
});
