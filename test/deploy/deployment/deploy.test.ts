import { existsSync } from "node:fs";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { emptyAccount } from "../../support/deploy/account.ts";
import { copyForDeployment, type Deployment } from "../../support/deploy/deployment.ts";
import { startTokenIssuer, type TokenIssuer } from "../../support/fakes/fake-token-issuer.ts";

let copy: Deployment;
let pool: TokenIssuer;
beforeAll(async () => {
  copy = await copyForDeployment();
});
beforeEach(async () => {
  pool = await startTokenIssuer();
});
afterEach(() => Promise.all([copy.reset(), pool.stop()]));
afterAll(() => copy.remove());

const configureUserPool = () =>
  copy.write("wrangler.toml", (toml) =>
    toml
      .replace(/^USER_POOL_ID = .*$/m, 'USER_POOL_ID = "eu-west-1_Ab3"')
      .replace(/^USER_POOL_CLIENT_ID = .*$/m, 'USER_POOL_CLIENT_ID = "c1ient"')
      .replace(/^USER_POOL_ENDPOINT = .*$/m, `USER_POOL_ENDPOINT = "${pool.endpoint}"`),
  );
const readConfigs = () =>
  Promise.all(["wrangler.toml", "web/admin/wrangler.toml", "web/status/wrangler.toml"].map(copy.read));

const readHealth = "GET https://daymark-status-7pq.pages.dev/api/health";
const deployPages = [
  "web/status: pages deploy --branch main --commit-dirty=true",
  "web/admin: pages deploy --branch main --commit-dirty=true",
];
/** Without the binding of Cloudflare's Email Service. */
const deployCall = "deploy --config wrangler.reduced.toml";
const deployCalls = [
  "d1 migrations apply daymark --remote",
  "secret list",
  readHealth,
  deployCall,
  readHealth,
  ...deployPages,
  readHealth,
];

/** The first version of the Worker is uploaded with its secret, and replaces none. */
const firstDeployCalls = [
  "d1 migrations apply daymark --remote",
  "secret list",
  "deploy --config wrangler.reduced.toml --secrets-file secrets.json",
  ...deployPages,
  readHealth,
];

test("the first deployment announces and creates what is missing, and writes IDs and URLs to the configuration", async () => {
  await configureUserPool();
  const { code, text, account, built } = await copy.deploy(emptyAccount);
  expect([code, text]).toEqual([
    0,
    expect.stringContaining("Console      https://daymark-admin-7pq.pages.dev"),
  ]);
  expect(built).toEqual(["status", "admin"]);
  expect(account.calls).toEqual([
    "whoami --json",
    "d1 list --json",
    "d1 create daymark",
    "d1 list --json",
    "r2 bucket list",
    "r2 bucket create daymark",
    "queues info daymark-datapoints",
    "queues create daymark-datapoints",
    "queues info daymark-datapoints-backlog",
    "queues create daymark-datapoints-backlog",
    "queues info daymark-collection",
    "queues create daymark-collection",
    "queues info daymark-mail",
    "queues create daymark-mail",
    "queues info daymark-team",
    "queues create daymark-team",
    "queues info daymark-chat",
    "queues create daymark-chat",
    "queues info daymark-endpoints",
    "queues create daymark-endpoints",
    "queues info daymark-datapoints-dead-letter",
    "queues create daymark-datapoints-dead-letter",
    "queues update daymark-datapoints --message-retention-period-secs 1209600",
    "queues update daymark-datapoints-backlog --message-retention-period-secs 1209600",
    "queues update daymark-datapoints-dead-letter --message-retention-period-secs 1209600",
    "pages project list --json",
    "pages project create daymark-status --production-branch main",
    "pages project list --json",
    "pages project list --json",
    "pages project create daymark-admin --production-branch main",
    "pages project list --json",
    ...firstDeployCalls,
  ]);
  for (const step of [
    "Create the D1 database",
    "Create the R2 bucket",
    "Create the queues",
    "Create the Pages projects",
    "Deploy the Worker",
  ])
    expect(text).toContain(`. ${step}`);
  const [worker, admin] = await readConfigs();
  expect(worker).toContain('database_id = "id-of-daymark"');
  expect(worker).toContain('STATUS_PAGE_URL = "https://daymark-status-7pq.pages.dev"');
  expect(worker).toContain('ADMIN_PAGE_URL = "https://daymark-admin-7pq.pages.dev"');
  expect(worker).toContain('PAGES_HOSTS = "daymark-status-7pq.pages.dev,daymark-admin-7pq.pages.dev"');
  expect(admin).toContain('API_URL = "https://daymark-status-7pq.pages.dev"');
  expect(admin).toContain('USER_POOL_ID = "eu-west-1_Ab3"');
  expect(admin).toContain('USER_POOL_CLIENT_ID = "c1ient"');
});

test("a second deployment creates nothing, and doesn't change the configuration", async () => {
  await configureUserPool();
  const { account } = await copy.deploy(emptyAccount);
  const before = await readConfigs();
  const second = await copy.deploy(account);
  expect([second.code, second.account]).toEqual([0, { ...account, calls: second.account.calls }]);
  expect(second.account.calls.filter((call) => call.includes(" create "))).toEqual([]);
  expect(second.account.calls.slice(-deployCalls.length)).toEqual(deployCalls);
  expect(await readConfigs()).toEqual(before);
});

test("the Worker gets 32 random bytes as its secret key once, from a file that is deleted afterwards", async () => {
  await configureUserPool();
  const first = await copy.deploy(emptyAccount);
  const second = await copy.deploy(first.account);
  const other = await copy.deploy(emptyAccount);
  const { SECRET_KEY = "" } = first.account.secrets ?? {};
  expect(Buffer.from(SECRET_KEY, "base64")).toHaveLength(32);
  expect(second.account.secrets).toEqual({ SECRET_KEY });
  expect(other.account.secrets).not.toEqual({ SECRET_KEY });
  expect(first.text + second.text).not.toContain(SECRET_KEY);
  const { secretsFiles = [] } = first.account;
  expect([secretsFiles.length, secretsFiles.filter((file) => existsSync(file))]).toEqual([1, []]);
});

test("on the free plan, which refuses a CPU limit, the Worker is deployed without one", async () => {
  await configureUserPool();
  expect(await copy.read("wrangler.toml")).toMatch(/^\[limits\]\ncpu_ms = 5000$/m);
  const { code, text, account } = await copy.deploy({ ...emptyAccount, plan: "free" });
  expect([code, Object.keys(account.secrets ?? {})]).toEqual([0, ["SECRET_KEY"]]);
  expect(account.calls.filter((call) => call.startsWith("deploy "))).toEqual([
    expect.stringMatching(/^deploy --config wrangler\.reduced\.toml --secrets-file /),
    expect.stringMatching(/^deploy --config wrangler\.reduced\.toml --secrets-file /),
  ]);
  expect(text).toContain("deploying without [limits]");
  await expect(copy.read("wrangler.reduced.toml")).rejects.toThrow("ENOENT");
});

test("the binding of Cloudflare's Email Service is deployed only if EMAIL_SERVICE is on", async () => {
  await configureUserPool();
  const { text, account } = await copy.deploy(emptyAccount);
  expect(text).toContain("without Cloudflare's Email Service");
  expect(account.emailBindings).toEqual([]);
  await copy.create("deployment.env", "DAYMARK_EMAIL_SERVICE=on\n");
  const second = await copy.deploy(account);
  expect([second.code, second.account.emailBindings]).toEqual([0, ["EMAIL"]]);
  expect(second.text).toContain("with Cloudflare's Email Service");
  expect(second.account.calls.filter((call) => call.startsWith("deploy")).at(-1)).toBe("deploy");
  await copy.create("deployment.env", "DAYMARK_EMAIL_SERVICE=\n");
  expect((await copy.deploy(second.account)).account.emailBindings).toEqual([]);
  expect(await copy.read("wrangler.toml")).toMatch(/^\[\[send_email\]\]\nname = "EMAIL"$/m);
});

test("on the free plan the deployment warns that queues keep points for less than 14 days, and continues", async () => {
  await configureUserPool();
  const paid = await copy.deploy(emptyAccount);
  expect(paid.account.retention).toEqual({
    "daymark-datapoints": 1_209_600,
    "daymark-datapoints-backlog": 1_209_600,
    "daymark-datapoints-dead-letter": 1_209_600,
  });
  expect(paid.text).not.toContain("less than 14 days");
  const { code, text, account } = await copy.deploy({ ...emptyAccount, plan: "free" });
  expect([code, account.retention]).toEqual([0, undefined]);
  expect(text).toContain("The queues of metric points keep messages for less than 14 days");
});

test("if listing the secrets fails, the deployment stops and doesn't replace the secret key", async () => {
  await configureUserPool();
  const { account } = await copy.deploy(emptyAccount);
  const next = await copy.deploy({ ...account, failingCall: "secret list" });
  expect([next.code, next.account.calls.at(-1)]).toEqual([1, "secret list"]);
  expect(next.account.secrets).toEqual(account.secrets);
});

test("if a migration fails, the deployment stops before it changes the Worker", async () => {
  await configureUserPool();
  const { code, account } = await copy.deploy({
    ...emptyAccount,
    failingCall: "d1 migrations apply daymark --remote",
  });
  expect([code, account.calls.at(-1)]).toEqual([1, "d1 migrations apply daymark --remote"]);
  expect(account.secrets).toBeUndefined();
});

test("a deployment keeps the URLs that wrangler.toml has", async () => {
  await configureUserPool();
  await copy.write("wrangler.toml", (toml) =>
    toml.replace("http://localhost:8787", "https://status.example.com"),
  );
  await copy.deploy(emptyAccount);
  const [worker, admin] = await readConfigs();
  expect(worker).toContain('STATUS_PAGE_URL = "https://status.example.com"');
  expect(admin).toContain('API_URL = "https://status.example.com"');
});

const ownValues = {
  DAYMARK_USER_POOL_ID: "",
  DAYMARK_USER_POOL_CLIENT_ID: "",
  DAYMARK_OIDC_ISSUER: "https://sign-in.example.com/",
  DAYMARK_OIDC_CLIENT_ID: "status",
  DAYMARK_OIDC_ADMINS: "status-admins,$1,$&,$$",
  DAYMARK_STATUS_PAGE_URL: "https://status.example.com",
};

async function expectOwnValues(): Promise<void> {
  const [worker = "", admin = ""] = await readConfigs();
  for (const [name, value] of Object.entries(ownValues))
    expect(worker).toContain(`\n${name.replace("DAYMARK_", "")} = "${value}"\n`);
  expect(admin).toContain('OIDC_ISSUER = "https://sign-in.example.com/"');
  expect(admin).toContain('API_URL = "https://status.example.com"');
}

test("an installation's own values come from the environment, so that a workflow can deploy the repository as it is", async () => {
  expect(await copy.deployWith(ownValues, emptyAccount)).toMatchObject({ code: 0 });
  await expectOwnValues();
});

test("an installation's own values come from deployment.env, and the environment comes before it", async () => {
  const lines = Object.entries(ownValues).map(([name, value]) => `${name}="${value}"`);
  await copy.create("deployment.env", ["# Ours", ...lines, 'DAYMARK_OIDC_ADMINS="nobody"', ""].join("\n"));
  const { DAYMARK_OIDC_ADMINS } = ownValues;
  expect(await copy.deployWith({ DAYMARK_OIDC_ADMINS }, emptyAccount)).toMatchObject({ code: 0 });
  await expectOwnValues();
});

test.for([
  [
    "DAYMARK_OIDC_ADMIN=admins",
    "deployment.env has DAYMARK_OIDC_ADMIN, which is not one of DAYMARK_STATUS_PAGE_URL,",
  ],
  [
    "DAYMARK_OIDC_CLIENT_SECRET=s3cret",
    "deployment.env has DAYMARK_OIDC_CLIENT_SECRET, which is not one of DAYMARK_STATUS_PAGE_URL,",
  ],
  [
    "DAYMARK_OIDC_CLIENT_TYPE=public",
    'DAYMARK_OIDC_CLIENT_TYPE is either "confidential" or empty. Nothing was changed.',
  ],
  ["DAYMARK_EMAIL_SERVICE=yes", 'DAYMARK_EMAIL_SERVICE is either "on" or empty. Nothing was changed.'],
  [`DAYMARK_OIDC_ISSUER='a"b'`, "DAYMARK_OIDC_ISSUER can have at most 500 characters"],
])(
  "a mistake in deployment.env stops the deployment before it changes anything: %s",
  async ([text = "", message]) => {
    const before = await readConfigs();
    await copy.create("deployment.env", text);
    const deployment = await copy.deploy(emptyAccount);
    expect([deployment.code, deployment.account.calls, await readConfigs()]).toEqual([1, [], before]);
    expect(deployment.text).toContain(message);
  },
);

test("without a user pool and a provider, the deployment makes a setup key, and prints its link", async () => {
  await copy.write("wrangler.toml", (toml) =>
    toml
      .replace(/^USER_POOL_ID = .*$/m, 'USER_POOL_ID = ""')
      .replace(/^USER_POOL_CLIENT_ID = .*$/m, 'USER_POOL_CLIENT_ID = ""'),
  );
  const { code, text, account } = await copy.deploy(emptyAccount);
  const key = account.secrets?.SETUP_KEY ?? "";
  expect([code, key]).toEqual([0, expect.stringMatching(/^\d{10}\.[\w-]{43}$/)]);
  expect(text).toMatch(/Open this link within a day.*\n\s+https:\S+\/setup#key=/);
  expect(text).toContain(`/setup#key=${key}`);

  // Everyone may be able to read a workflow's log.
  const inWorkflow = await copy.deployWith({ CI: "true" }, emptyAccount);
  expect([inWorkflow.code, inWorkflow.account.secrets?.SETUP_KEY]).toEqual([0, undefined]);
  expect(inWorkflow.text).not.toContain("/setup#key=");
  expect(inWorkflow.text).toContain("Nobody can sign in yet.");
});

test("the provider that administrators sign in with is copied to the console, also into the file of an older version", async () => {
  const set = (key: string, value: string) =>
    copy.write("wrangler.toml", (toml) =>
      toml.replace(new RegExp(`^${key} = .*$`, "m"), `${key} = "${value}"`),
    );
  await set("USER_POOL_ID", "");
  await set("USER_POOL_CLIENT_ID", "");
  await set("OIDC_ISSUER", "https://sign-in.example.com/");
  await set("OIDC_CLIENT_ID", "status");
  await set("ACCESS_AUD", "abc123");
  await copy.write("web/admin/wrangler.toml", (toml) => toml.replace(/^ACCESS_AUD = .*\n/m, ""));
  const { code, text } = await copy.deploy(emptyAccount);
  expect([code, text]).toEqual([0, expect.stringContaining("Deployed.")]);
  expect(text).toContain("OIDC_ADMINS is empty, so nobody who signs in at the provider is an administrator.");
  await set("OIDC_ADMINS", "status-admins");
  expect((await copy.deploy(emptyAccount)).text).not.toContain("OIDC_ADMINS is empty");
  const [, admin = ""] = await readConfigs();
  for (const line of [
    'USER_POOL_ID = ""',
    'USER_POOL_CLIENT_ID = ""',
    'OIDC_ISSUER = "https://sign-in.example.com/"',
    'OIDC_CLIENT_ID = "status"',
    'ACCESS_AUD = "abc123"',
  ])
    expect(admin.match(new RegExp(`^${line}$`, "gm"))).toHaveLength(1);
});

test("new names are copied to all configurations, and the old queues are still consumed", async () => {
  await configureUserPool();
  await copy.write("wrangler.toml", (toml) =>
    toml
      .replace(/^name = "daymark"$/m, 'name = "acme"')
      .replaceAll('"daymark-datapoints', '"points-of-acme')
      .replace(/^QUEUES = .*\n/m, 'QUEUES = { "daymark-datapoints" = "DATAPOINTS" }\n'),
  );
  const { code, account } = await copy.deploy(emptyAccount);
  const [worker, , status] = await readConfigs();
  expect(code).toBe(0);
  expect(status).toContain('service = "acme"');
  expect(/^QUEUES = (.*)$/m.exec(worker ?? "")?.[1]).toBe(
    '{ "daymark-datapoints" = "DATAPOINTS", "points-of-acme" = "DATAPOINTS", "points-of-acme-backlog" = "BACKLOG", "daymark-collection" = "COLLECTION", "daymark-mail" = "MAIL", "daymark-team" = "TEAM", "daymark-chat" = "CHAT", "daymark-endpoints" = "ENDPOINTS", "points-of-acme-dead-letter" = "DEAD_DATAPOINTS" }',
  );
  expect(account.retention).toEqual({
    "points-of-acme": 1_209_600,
    "points-of-acme-backlog": 1_209_600,
    "points-of-acme-dead-letter": 1_209_600,
  });
});

test("a wrangler.toml without QUEUES gets the line", async () => {
  await configureUserPool();
  const before = await copy.read("wrangler.toml");
  await copy.write("wrangler.toml", (toml) => toml.replace(/^QUEUES = .*\n/m, ""));
  expect(await copy.deploy(emptyAccount)).toMatchObject({ code: 0 });
  expect(await copy.read("wrangler.toml")).toContain(/^QUEUES = .*\n/m.exec(before)?.[0]);
});

test.for([
  ['[[queues.producers]]\nqueue = "daymark-mail"', "has no consumer for the queue renamed"],
  ['[[queues.consumers]]\nqueue = "daymark-mail"', "has no consumer for the queue daymark-mail"],
  ['dead_letter_queue = "daymark-datapoints-dead-letter"', "has no consumer for the queue renamed"],
])(
  "a queue that is renamed in one place only stops the deployment at its start: %s",
  async ([line = "", message]) => {
    await configureUserPool();
    await copy.write("wrangler.toml", (toml) => toml.replace(line, line.replace(/"[^"]*"$/, '"renamed"')));
    const { code, text, account } = await copy.deploy(emptyAccount);
    expect([code, account.calls]).toEqual([1, []]);
    expect(text).toContain(`wrangler.toml ${message}`);
  },
);

test("with the local user pool, the deployment stops before it calls Cloudflare", async () => {
  const before = await readConfigs();
  const { code, text, account } = await copy.deploy(emptyAccount);
  expect([code, account.calls, await readConfigs()]).toEqual([1, [], before]);
  expect(text).toContain("wrangler.toml still has the local USER_POOL_ID and USER_POOL_CLIENT_ID.");
});

test("without a Cloudflare session, the deployment says how to sign in and does nothing else", async () => {
  await configureUserPool();
  const { code, text, account } = await copy.deploy({ ...emptyAccount, signedIn: false });
  expect([code, account.calls]).toEqual([1, ["whoami --json"]]);
  expect(text).toContain("Run `npx wrangler login` first");
});

test("if wrangler fails, the deployment stops with wrangler's message, and the next one continues from there", async () => {
  await configureUserPool();
  const failingCall = "r2 bucket create daymark";
  const { code, text, account } = await copy.deploy({ ...emptyAccount, failingCall });
  expect([code, account.calls.at(-1)]).toEqual([1, failingCall]);
  expect(text).toMatch(
    /A request to the Cloudflare API failed\.\n+`wrangler r2 bucket create daymark` failed\./,
  );
  const { failingCall: _, ...repaired } = account;
  const next = await copy.deploy(repaired);
  expect([next.code, next.account.calls.slice(-firstDeployCalls.length)]).toEqual([0, firstDeployCalls]);
  expect(next.account.calls).not.toContain("d1 create daymark");
});

test("a dry run prints every step, needs no account and changes nothing", async () => {
  const before = await readConfigs();
  const { code, text, account, built } = await copy.deploy({ ...emptyAccount, signedIn: false }, "--dry-run");
  expect(built).toEqual(["status", "admin", "status-functions", "admin-functions"]);
  expect([code, account.calls, await readConfigs()]).toEqual([0, [`${deployCall} --dry-run`], before]);
  expect(text.match(/^\d+\. /gm)).toHaveLength(14);
  expect(text).toContain("The first deployment begins with questions: a name, where the data is kept");
  expect(text).toContain(
    "Create the queues daymark-datapoints, daymark-datapoints-backlog, daymark-collection, ",
  );
});

test("a dry run lists the binding of Cloudflare's Email Service only if the deployment would have it", async () => {
  expect((await copy.deploy(emptyAccount, "--dry-run")).text).not.toContain("env.EMAIL");
  await copy.create("deployment.env", "DAYMARK_EMAIL_SERVICE=on\n");
  expect((await copy.deploy(emptyAccount, "--dry-run")).text).toContain("env.EMAIL");
});

test("a Worker that makes the page unhealthy is rolled back, and nothing after it is deployed", async () => {
  await configureUserPool();
  const { account } = await copy.deploy(emptyAccount);
  const next = await copy.deploy({ ...account, health: ["ok", "unhealthy"] });
  expect(next.code).toBe(1);
  expect(next.account.calls.slice(next.account.calls.indexOf(deployCall))).toEqual([
    deployCall,
    ...Array(12).fill(readHealth),
    "rollback --yes --message The health check failed after the deployment.",
  ]);
  expect(next.text).toContain("The previous Worker is back.");
  expect(next.text).toContain("The database is missing migrations.");
});

test("a new version that takes some time to answer is not rolled back", async () => {
  await configureUserPool();
  const { account } = await copy.deploy(emptyAccount);
  const next = await copy.deploy({ ...account, health: ["ok", "unhealthy", "unhealthy", "ok"] });
  expect([next.code, next.account.calls.filter((call) => call.startsWith("rollback"))]).toEqual([0, []]);
});

test.for([
  ["that was unhealthy before", ["unhealthy"], "503"],
  ["that can't be reached from here", ["unreachable"], "getaddrinfo ENOTFOUND"],
  ["that can't be reached after the deployment", ["ok", "unreachable"], "getaddrinfo ENOTFOUND"],
] as const)("a page %s keeps its new Worker, with a warning", async ([, health, reason]) => {
  await configureUserPool();
  const { account } = await copy.deploy(emptyAccount);
  const next = await copy.deploy({ ...account, health: [...health] });
  expect([next.code, next.account.calls.filter((call) => call.startsWith("rollback"))]).toEqual([0, []]);
  expect(next.account.calls).toEqual(expect.arrayContaining(deployPages));
  expect(next.text).toContain("/api/health doesn't answer as it should");
  expect(next.text).toContain(reason);
});
