// `npm run release` writes a small repository into dist/release that deploys Daymark as two Workers. `-- --repository <address>` says
// where it will be published: its README then has a button that deploys it. `--source <address>` is where the version's files are, such as
// https://github.com/acme/daymark/blob/v1.0.0: its README then links to the documentation. `--dry-run` also deploys both Workers short of an account.
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build } from "../build/build.ts";
import { runTool } from "../build/run-tool.ts";
import { root } from "../paths.ts";
import { releaseTargets, writeRelease } from "./write-release.ts";

const { values } = parseArgs({
  options: { repository: { type: "string" }, source: { type: "string" }, "dry-run": { type: "boolean" } },
});
const { repository = process.env.RELEASE_REPOSITORY, source } = values;
for (const address of [repository, source])
  if (address !== undefined && !/^https:\/\/[\w.-]+\/[\w./-]+$/.test(address))
    throw new Error("--repository and --source have to be https addresses, such as those of GitHub.");

await build(releaseTargets);
const folder = join(root, "dist/release");
const next = `${folder}.${process.pid}`;
await writeRelease(next, { repository, source });
await rm(folder, { recursive: true, force: true });
await rename(next, folder);
if (values["dry-run"]) await runTool("node", ["deploy.js", "--dry-run"], folder);
console.log(
  `The release is in dist/release${values["dry-run"] ? ", and both of its Workers can be deployed" : ""}.`,
);
