// `npm run demo` writes the demo content of `npm start` into dist/demo.tar.gz, an archive for `daymark restore`. The workflow Demo fills an
// installation with it.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "../build/build.ts";
import { runTool } from "../build/run-tool.ts";
import { root } from "../paths.ts";
import { startStack } from "../start/stack.ts";
import { signIn } from "../start/user-pool.ts";
import { answer, client } from "./client.ts";
import { fillWithDemo } from "./demo.ts";

const stateDir = await mkdtemp(join(tmpdir(), "daymark-demo-"));
const stack = await startStack({
  port: 8787,
  adminPort: 8788,
  userPoolPort: 9229,
  cloudWatchPort: 9230,
  mailPort: 8005,
  stateDir,
});
try {
  await fillWithDemo(stack);
  const token = await signIn(stack.pool);
  const { apikeys } = client(stack.statusPage, async () => token).settings;
  const { value } = await answer(apikeys.$post({ json: { name: "Demo", scopes: ["archive"] } }));
  await build(["cli"]);
  process.env.DAYMARK_KEY = value;
  const command = ["dist/cli/daymark.js", "export", "dist/demo.tar.gz", "--force", "--url", stack.statusPage];
  await runTool("node", command, root);
} finally {
  await stack.stop();
  await rm(stateDir, { recursive: true });
}
