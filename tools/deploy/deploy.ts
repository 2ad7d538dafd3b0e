// `npm run deploy` creates what is missing in the account, then deploys the Worker and both Pages projects. `--dry-run`
// prints all steps and runs only what needs no account.
import { build } from "../build/build.ts";
import { root } from "../paths.ts";
import { deploy } from "./run.ts";
import { runWrangler } from "./wrangler.ts";

const { argv, env, stdin, stdout, stderr, exit } = process;
process.exitCode = await deploy(argv.slice(2), {
  root,
  env,
  stdin,
  stdout,
  stderr,
  exit,
  build,
  runWrangler,
});
