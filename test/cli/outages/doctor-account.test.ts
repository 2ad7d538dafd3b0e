import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../../../tools/paths.ts";
import { HOUR_MS } from "../../../worker/shared/time/domain.ts";
import {
  ACCOUNT_ID,
  type AccountAnswers,
  type CloudflareAPI,
  DATABASE_ID,
  deployedAccount,
  Refusal,
  startCloudflareAPI,
  TOKEN,
} from "../../support/fakes/cloudflare-account.ts";
import { openTerminal, type Terminal } from "../../support/starters/command-line.ts";

const files = ["wrangler.toml", "web/status/wrangler.toml", "web/admin/wrangler.toml"];

let terminal: Terminal;
let answers: AccountAnswers;
let api: CloudflareAPI;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "daymark-deployed-"));
  for (const file of files) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await cp(join(root, file), join(folder, file));
  }
  const toml = await readFile(join(folder, "wrangler.toml"), "utf8");
  await writeFile(
    join(folder, "wrangler.toml"),
    toml.replace(/^database_id = .*$/m, `database_id = "${DATABASE_ID}"`),
  );
  const variables = [...toml.slice(toml.indexOf("[vars]")).matchAll(/^([A-Z_]+) = "(.*)"$/gm)];
  answers = deployedAccount(Object.fromEntries(variables.map(([, name = "", text = ""]) => [name, text])));
  api = await startCloudflareAPI(answers);
  terminal = await openTerminal({ CLOUDFLARE_API_BASE_URL: api.url, CLOUDFLARE_API_TOKEN: TOKEN });
});
afterAll(async () => {
  await terminal?.remove();
  await api?.stop();
  await rm(folder, { recursive: true });
});

const doctor = (args: string[] = [], env: Record<string, string> = {}) =>
  terminal.run(["doctor", "account", ...args], { cwd: folder, env });

test("all is well in an account to which this repository was deployed, and the command only reads", async () => {
  const { code, stdout, stderr } = await doctor();
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(new RegExp(`^${ACCOUNT_ID}, with daymark \\d`));
  expect(stdout).not.toContain("→");
  expect(stdout.match(/^● ok +(.+?) {2}/gm)?.map((line) => line.replace(/^● ok +/, "").trim())).toEqual([
    ...["worker", "bindings", "variables", "cron trigger", "queues", "backlog", "dead letters"],
    ...["database", "bucket", "status page", "console"],
  ]);
  expect(new Set(api.calls.map((call) => call.split(" ")[0]))).toEqual(new Set(["GET"]));
});

type Item = Record<string, unknown>;

const bindings = () => (answers["/workers/scripts/daymark/settings"] as { bindings: Item[] }).bindings;
const withBindings = (change: (binding: Item) => Item[]) => ({
  "/workers/scripts/daymark/settings": { bindings: bindings().flatMap(change) },
});
const withQueue = (name: string, change: Item) => ({
  "/queues": (answers["/queues"] as Item[]).map((queue) =>
    queue.queue_name === name ? { ...queue, ...change } : queue,
  ),
});
const waiting = (name: string, count: number, ageMs: number) => ({
  [`/queues/id-of-${name}/metrics`]: {
    backlog_count: count,
    backlog_bytes: 100 * count,
    oldest_message_timestamp_ms: Date.now() - ageMs,
  },
});
const forbidden = new Refusal(403, "Authentication error");

/** Each changes something in the account, and makes one check differ from "ok". */
const findings: Record<string, [change: () => AccountAnswers, name: string, status: string, says: RegExp]> = {
  "no Worker": [
    () => ({ "/workers/scripts/daymark/settings": undefined }),
    ...(["worker", "error", /doesn't have the Worker daymark\./] as const),
  ],
  "a binding is missing": [
    () => withBindings((binding) => (binding.name === "MAIL" ? [] : [binding])),
    ...(["bindings", "error", /^MAIL is missing\.$/] as const),
  ],
  "no secret key": [
    () => withBindings((binding) => (binding.name === "SECRET_KEY" ? [] : [binding])),
    ...(["bindings", "error", /^SECRET_KEY is missing\.$/] as const),
  ],
  "the secret key is a variable that everybody in the account can read": [
    () =>
      withBindings((binding) =>
        binding.name === "SECRET_KEY" ? [{ ...binding, type: "plain_text", text: "hunter2" }] : [binding],
      ),
    ...(["bindings", "error", /^SECRET_KEY is a plain_text, not a secret_text\.$/] as const),
  ],
  "another database": [
    () =>
      withBindings((binding) =>
        binding.name === "DB" ? [{ ...binding, database_id: "other", id: "other" }] : [binding],
      ),
    ...(["bindings", "error", /^DB leads to other, not to 5f7a/] as const),
  ],
  "a variable was changed in the dashboard": [
    () =>
      withBindings((binding) =>
        binding.name === "STATUS_PAGE_URL" ? [{ ...binding, text: "https://other.example" }] : [binding],
      ),
    ...(["variables", "warning", /of STATUS_PAGE_URL\.$/] as const),
  ],
  "no schedule": [
    () => ({ "/workers/scripts/daymark/schedules": { schedules: [] } }),
    ...(["cron trigger", "error", /isn't called at \* \* \* \* \*/] as const),
  ],
  "a queue is missing": [
    () => ({
      "/queues": (answers["/queues"] as Item[]).filter((queue) => queue.queue_name !== "daymark-mail"),
    }),
    ...(["queues", "error", /^The queue daymark-mail doesn't exist\.$/] as const),
  ],
  "a queue without a consumer": [
    () => withQueue("daymark-mail", { consumers: [] }),
    ...(["queues", "error", /doesn't receive from the queue daymark-mail/] as const),
  ],
  "another Worker receives from a queue": [
    () => withQueue("daymark-mail", { consumers: [{ type: "worker", script_name: "other" }] }),
    ...(["queues", "error", /doesn't receive from the queue daymark-mail/] as const),
  ],
  "a queue that is paused": [
    () => withQueue("daymark-mail", { settings: { delivery_paused: true } }),
    ...(["queues", "error", /^The queue daymark-mail is paused\.$/] as const),
  ],
  "a queue without its dead letters": [
    () =>
      withQueue("daymark-datapoints", {
        consumers: [{ type: "worker", script_name: "daymark", dead_letter_queue: "" }],
      }),
    ...(["queues", "error", /other dead letters than daymark-datapoints-dead-letter/] as const),
  ],
  "messages that are late": [
    () => waiting("mail", 1, 20 * 60_000),
    ...(["backlog", "warning", /^1 message in daymark-mail, the oldest for 20 minutes\.$/] as const),
  ],
  "messages that are far too late": [
    () => waiting("mail", 2, 3 * HOUR_MS),
    ...(["backlog", "error", /^2 messages in daymark-mail, the oldest for 3 hours\.$/] as const),
  ],
  "a backlog that isn't told": [
    () => ({ "/queues/id-of-mail/metrics": forbidden }),
    ...(["backlog", "warning", /doesn't say what waits in daymark-mail/] as const),
  ],
  "dead letters": [
    () => waiting("datapoints-dead-letter", 7, HOUR_MS),
    ...(["dead letters", "warning", /^7 messages in daymark-datapoints-dead-letter: metric points/] as const),
  ],
  "no database": [
    () => ({ [`/d1/database/${DATABASE_ID}`]: undefined }),
    ...(["database", "error", /doesn't have the database 5f7a/] as const),
  ],
  "a database that is nearly full": [
    () => ({ [`/d1/database/${DATABASE_ID}`]: { file_size: 9_000_000_000 } }),
    ...(["database", "warning", /^The database has 8584 MiB\. D1 takes at most 10 GB\.$/] as const),
  ],
  "no bucket": [
    () => ({ "/r2/buckets/daymark": undefined }),
    ...(["bucket", "error", /doesn't have the bucket daymark/] as const),
  ],
  "a token that can't read the bucket": [
    () => ({ "/r2/buckets/daymark": forbidden }),
    ...(["bucket", "warning", /can't read the bucket daymark: Authentication error/] as const),
  ],
  "a status page that leads to another Worker": [
    () => ({
      "/pages/projects/daymark-status": {
        canonical_deployment: {},
        deployment_configs: { production: { services: { DAYMARK: { service: "other" } } } },
      },
    }),
    ...(["status page", "error", /DAYMARK leads to other, not to the Worker/] as const),
  ],
  "a console that was never published": [
    () => ({ "/pages/projects/daymark-admin": { canonical_deployment: null } }),
    ...(["console", "error", /daymark-admin: Nothing was published\./] as const),
  ],
};

interface Report {
  status: string;
  checks: { name: string; status: string; message: string; fix?: string }[];
}

test.for(Object.entries(findings))("%s is found, with its fix", async ([, [change, name, status, says]]) => {
  const sick = await startCloudflareAPI({ ...answers, ...change() });
  const { code, stdout } = await doctor(["--json"], { CLOUDFLARE_API_BASE_URL: sick.url });
  await sick.stop();
  const report: Report = JSON.parse(stdout);
  const found = report.checks.filter((check) => check.status !== "ok");
  expect(found.map((check) => [check.name, check.status])).toEqual([[name, status]]);
  expect(found[0]?.message).toMatch(says);
  expect(found[0]?.fix).toMatch(/\.$/);
  expect([code, report.status]).toEqual([status === "error" ? 1 : 0, status]);
  expect(stdout).not.toContain("hunter2");
  expect(stdout).not.toContain("other.example");
});

test("a missing or wrong token, an unreachable API and a missing wrangler.toml are told in a sentence", async () => {
  const elsewhere = { cwd: tmpdir() };
  const stopped = await startCloudflareAPI({});
  await stopped.stop();
  const results = [
    await doctor([], { CLOUDFLARE_API_TOKEN: "" }),
    await doctor([], { CLOUDFLARE_API_TOKEN: "wrong" }),
    await doctor([], { CLOUDFLARE_API_TOKEN: "wrong", CLOUDFLARE_ACCOUNT_ID: ACCOUNT_ID }),
    await doctor([], { CLOUDFLARE_API_BASE_URL: stopped.url }),
    await terminal.run(["doctor", "account"], elsewhere),
    await doctor(["--wrangler", "web/admin/wrangler.toml"]),
  ];
  expect(results.map(({ code }) => code)).toEqual([4, 4, 4, 3, 2, 2]);
  expect(results.map(({ stderr }) => stderr)).toEqual([
    expect.stringContaining("needs an API token of Cloudflare in CLOUDFLARE_API_TOKEN"),
    expect.stringContaining("Cloudflare refuses CLOUDFLARE_API_TOKEN: Invalid API Token"),
    expect.stringContaining("Cloudflare refuses CLOUDFLARE_API_TOKEN: Invalid API Token"),
    expect.stringContaining("Cloudflare's API can't be reached: nothing answers there"),
    expect.stringContaining("wrangler.toml: it can't be read. Run this in the folder that you deploy from"),
    expect.stringContaining("isn't Daymark's"),
  ]);
});

test("the account's ID is needed only if the token belongs to several", async () => {
  const two = await startCloudflareAPI({ ...answers, "/accounts": [{ id: ACCOUNT_ID }, { id: "other" }] });
  const env = { CLOUDFLARE_API_BASE_URL: two.url };
  const unclear = await doctor([], env);
  const clear = await doctor([], { ...env, CLOUDFLARE_ACCOUNT_ID: ACCOUNT_ID });
  await two.stop();
  expect([unclear.code, clear.code]).toEqual([2, 0]);
  expect(unclear.stderr).toContain("The token belongs to 2 accounts.");
});

test("the help has examples, and they work", async () => {
  const { stdout } = await terminal.run(["doctor", "account", "--help"]);
  const [, list = ""] = /^Examples:\n((?: .*\n)+)/m.exec(stdout) ?? [];
  const examples = list.trim().split(/\n */);
  expect(examples.length).toBeGreaterThan(1);
  for (const example of examples) {
    const [, ...args] = example.split(" ");
    // A shell replaces the tilde.
    const { code } = await terminal.run(
      args.map((arg) => arg.replace(/^~\/daymark\//, "")),
      { cwd: folder },
    );
    expect([example, code]).toEqual([example, 0]);
  }
});
