import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { emptyAccount } from "../../support/deploy/account.ts";
import { copyForDeployment, type Deployment } from "../../support/deploy/deployment.ts";

// The first deployment asks for what the repository can't know, and keeps the answers in deployment.env.

let copy: Deployment;
beforeAll(async () => {
  copy = await copyForDeployment();
});
afterEach(() => copy.reset());
afterAll(() => copy.remove());

const typed = (...answers: string[]) => answers.map((answer) => `${answer}\n`).join("");
const provider = ["2", "https://sign-in.example.com/", "status", "", "", "ops,leads", "1"];

test("the answers name everything in the account, say where its data is, and are asked for once", async () => {
  const { code, text, account } = await copy.deployAtTerminal(typed("acme", "eu", ...provider), emptyAccount);
  expect([code, text]).toEqual([0, expect.stringContaining("https://acme-admin-7pq.pages.dev")]);
  expect(account.calls.filter((call) => / (?:create|list) /.test(call))).toEqual([
    "d1 list --json",
    "d1 create --jurisdiction eu acme",
    "d1 list --json",
    "r2 bucket list --jurisdiction eu",
    "r2 bucket create --jurisdiction eu acme",
    ...["datapoints", "datapoints-backlog", "collection", "mail", "team", "chat", "endpoints"].map(
      (queue) => `queues create acme-${queue}`,
    ),
    "queues create acme-datapoints-dead-letter",
    ...["status", "admin"].flatMap((project) => [
      "pages project list --json",
      `pages project create acme-${project} --production-branch main`,
      "pages project list --json",
    ]),
  ]);
  expect(text).toContain("redirect URI https://acme-admin-7pq.pages.dev/signin/callback");
  expect(text).toContain("whose ID token has one of ops,leads");
  expect(await copy.read("deployment.env")).toBe(
    [
      'DAYMARK_NAME="acme"',
      'DAYMARK_DATA_LOCATION="eu"',
      'DAYMARK_USER_POOL_ID=""',
      'DAYMARK_USER_POOL_CLIENT_ID=""',
      'DAYMARK_OIDC_ISSUER="https://sign-in.example.com/"',
      'DAYMARK_OIDC_CLIENT_ID="status"',
      'DAYMARK_OIDC_ADMIN_CLAIM="groups"',
      'DAYMARK_OIDC_ADMINS="ops,leads"',
      'DAYMARK_EMAIL_SERVICE="on"',
      "",
    ].join("\n"),
  );
  expect(await copy.read("web/status/wrangler.toml")).toContain('service = "acme"');

  const again = await copy.deployAtTerminal("", account);
  expect([again.code, again.text]).toEqual([0, expect.not.stringContaining("first deployment")]);
  expect((await copy.deploy(account, "--dry-run")).text).not.toContain("first deployment");
  expect(again.account.calls).toContain("r2 bucket list --jurisdiction eu");
});

test("a new version's wrangler.toml gets the kept answers again", async () => {
  const fresh = await copy.read("wrangler.toml");
  const { account } = await copy.deployAtTerminal(typed("acme", "weur", ...provider), emptyAccount);
  expect(account.calls).toContain("r2 bucket create --location weur acme");
  await copy.write("wrangler.toml", () => fresh);
  const { code, account: after } = await copy.deploy(account);
  expect([code, after.calls.filter((call) => / create /.test(call))]).toEqual([0, []]);
  expect(await copy.read("wrangler.toml")).toContain('database_id = "id-of-acme"');
});

test("an answer that can't be right is asked for again, and Enter keeps what is usual", async () => {
  const answers = typed(
    "A",
    "",
    "mars",
    "",
    "4",
    "1",
    "pool",
    "eu-west-1_Ab3",
    "c1 ient",
    "c1ient",
    "3",
    "",
    "admins",
  );
  const stopsAfterwards = { ...emptyAccount, failingCall: "d1 create daymark" };
  const { text, account } = await copy.deployAtTerminal(answers, stopsAfterwards);
  for (const sentence of [
    "A name has 3 to 30 lowercase letters",
    "Enter one of weur, eeur, enam, wnam, apac, oc, eu, fedramp, or nothing.",
    "Enter 1, 2 or 3.",
    "It looks like eu-west-1_AbC123.",
    "It has letters and digits only.",
    "Enter 1, 2 or nothing.",
  ])
    expect(text).toContain(sentence);
  expect(account.calls).toEqual(["whoami --json", "d1 list --json", "d1 create daymark"]);
  expect(await copy.read("deployment.env")).toBe(
    'DAYMARK_USER_POOL_ID="eu-west-1_Ab3"\nDAYMARK_USER_POOL_CLIENT_ID="c1ient"\n',
  );
});

test("answers follow a last line without a line break, and none has a control character", async () => {
  await copy.create("deployment.env", "DAYMARK_STATUS_PAGE_URL=https://status.example.com");
  const answers = typed(
    "",
    "",
    "2",
    "https://sign-in.example.com/",
    "status",
    "",
    "",
    "ops,\tleads",
    "ops,leads",
    "",
  );
  const { code, text, account } = await copy.deployAtTerminal(answers, emptyAccount);
  expect([code, text]).toEqual([0, expect.stringContaining("At least one is needed")]);
  expect(await copy.read("wrangler.toml")).toContain('OIDC_ADMINS = "ops,leads"');
  expect((await copy.deploy(account)).code).toBe(0);
});

test("the secret of a confidential client is asked for until the Worker has it, and is in no file and not shown", async () => {
  const client = ["2", "https://sign-in.example.com/", "status", "y", "", "ops,leads", ""];
  const secrets = [typed(""), typed("s3cret $& words")];
  const { code, text, account } = await copy.deployAtTerminal(
    typed("", "", ...client),
    emptyAccount,
    {},
    secrets,
  );
  expect([code, text]).toEqual([0, expect.stringContaining("It has at most 500 characters.")]);
  expect(account.secrets).toEqual({ SECRET_KEY: expect.any(String), OIDC_CLIENT_SECRET: "s3cret $& words" });
  expect(await copy.read("deployment.env")).toContain('DAYMARK_OIDC_CLIENT_TYPE="confidential"\n');
  expect(await copy.read("web/admin/wrangler.toml")).toContain('OIDC_CLIENT_TYPE = "confidential"\n');
  const files = ["deployment.env", "wrangler.toml", "web/admin/wrangler.toml"].map(copy.read);
  expect([text, ...(await Promise.all(files)), ...account.calls].join("\n")).not.toContain("s3cret");
  const again = await copy.deployAtTerminal("", account);
  expect([again.code, again.account.secrets]).toEqual([0, account.secrets]);

  // A client can get its secret later: the Worker keeps the others.
  const { OIDC_CLIENT_SECRET: _, ...others } = account.secrets ?? {};
  const without = { ...account, secrets: others };
  const unattended = await copy.deploy(without);
  expect([unattended.code, unattended.account.secrets]).toEqual([0, others]);
  expect(unattended.text).toContain("Enter it with `npx wrangler secret put OIDC_CLIENT_SECRET`.");
  const attended = await copy.deployAtTerminal("", without, {}, [typed("another")]);
  expect(attended.account.secrets).toEqual({ ...others, OIDC_CLIENT_SECRET: "another" });
});

test("without an answer nothing is created or written", async () => {
  const before = await copy.read("wrangler.toml");
  const { code, text, account } = await copy.deployAtTerminal(typed("acme", "eu"), emptyAccount);
  expect([code, account.calls]).toEqual([1, []]);
  expect(text).toContain("There was no answer. Nothing was changed.");
  await expect(copy.read("deployment.env")).rejects.toThrow("ENOENT");
  expect(await copy.read("wrangler.toml")).toBe(before);
});

const signIn = { DAYMARK_OIDC_ISSUER: "https://sign-in.example.com/", DAYMARK_USER_POOL_ID: "" };

test.for([
  [{ DAYMARK_NAME: "A b" }, "DAYMARK_NAME: A name has 3 to 30 lowercase letters"],
  [{ DAYMARK_DATA_LOCATION: "mars" }, "DAYMARK_DATA_LOCATION: Enter one of weur,"],
] as const)("%o is refused before anything is changed", async ([values, sentence]) => {
  const { code, text, account } = await copy.deployWith({ ...signIn, ...values }, emptyAccount);
  expect([code, account.calls, text]).toEqual([1, [], expect.stringContaining(sentence)]);
});

test("an installation can't be renamed, because that would be another one", async () => {
  await copy.write("wrangler.toml", (toml) =>
    toml.replace(/^database_id = .*$/m, 'database_id = "id-of-daymark"'),
  );
  const { code, text, account } = await copy.deployWith({ ...signIn, DAYMARK_NAME: "acme" }, emptyAccount);
  expect([code, account.calls]).toEqual([1, []]);
  expect(text).toContain("DAYMARK_NAME is acme, but this installation is daymark.");
});
