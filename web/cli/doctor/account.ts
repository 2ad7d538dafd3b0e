import type { Command } from "commander";
import { version } from "../../../package.json";
import { addHelp } from "../help.ts";
import type { GlobalOptions } from "../settings.ts";
import { shell } from "../shell.ts";
import { type Account, openAccount } from "./account-api.ts";
import { type Expected, readExpected } from "./expected.ts";
import { type Check, reportChecks } from "./findings.ts";
import { checkPages } from "./pages-checks.ts";
import { checkAccountQueues } from "./queue-checks.ts";
import { checkAccountDatabase, checkBucket } from "./storage-checks.ts";
import { checkWorker } from "./worker-checks.ts";

type Options = GlobalOptions & { wrangler: string };

export function addAccountCommand(doctor: Command): void {
  const account = doctor
    .command("account")
    .description("Compare wrangler.toml with what Cloudflare's account has")
    .option("--wrangler <file>", "The installation's wrangler.toml", "wrangler.toml")
    .action(runAccountDoctor);
  addHelp(account, {
    notes: `Run it in the folder that you deploy from. CLOUDFLARE_API_TOKEN has a token of Cloudflare, which may be one that only reads:
Workers Scripts, D1, Queues, Workers R2 Storage and Cloudflare Pages. If it belongs to several accounts, CLOUDFLARE_ACCOUNT_ID has
the account's ID. The command changes nothing. It checks the Worker with its bindings, variables and schedule, the queues with
what waits in them and their dead letters, the database, the bucket and both Pages projects. It needs no API key of Daymark.
With --json it prints {"account", "version", "status", "checks"}.`,
    examples: ["daymark doctor account", "daymark doctor account --wrangler ~/daymark/wrangler.toml --json"],
    meanings: {
      done: "No check found an error; there may be warnings",
      refused: "A check found an error",
      unreachable: "Cloudflare's API can't be reached",
      key: "The token of Cloudflare is missing or refused",
    },
  });
}

async function runAccountDoctor(_: Options, command: Command): Promise<void> {
  const options = command.optsWithGlobals<Options>();
  const expected = await readExpected(options.wrangler);
  const account = await openAccount(shell().env);
  reportChecks({ account: account.id, version }, await checkAccount(account, expected), options);
}

async function checkAccount(account: Account, expected: Expected): Promise<Check[]> {
  const checks = await Promise.all([
    checkWorker(account, expected),
    checkAccountQueues(account, expected),
    checkAccountDatabase(account, expected),
    checkBucket(account, expected),
    checkPages(account, expected),
  ]);
  return checks.flat();
}
