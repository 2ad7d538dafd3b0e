import { createRequire, registerHooks } from "node:module";
import { createInterface } from "node:readline";
import type * as Wrangler from "wrangler";

// Runs many commands of wrangler, one in each line of JSON, because loading it takes longer than most of them. wrangler doesn't
// export the function that its program calls, so this adds the export.

/** Runs wrangler in a folder, or prints how it reads a configuration. */
export type Command = { args: string[]; cwd: string } | { readConfig: string };

registerHooks({
  load(url, context, nextLoad) {
    const module = nextLoad(url, context);
    if (!url.endsWith("/wrangler-dist/cli.js")) return module;
    return { ...module, source: `${module.source}\nexports.main = main;` };
  },
});

const wrangler: typeof Wrangler & { main(args: string[]): Promise<void> } = createRequire(import.meta.url)(
  "wrangler",
);

const write = process.stdout.write.bind(process.stdout);
let output = "";
for (const stream of [process.stdout, process.stderr])
  stream.write = (chunk: string | Uint8Array) => {
    output += chunk;
    return true;
  };

for await (const line of createInterface(process.stdin)) {
  output = "";
  // wrangler prints its errors itself.
  const succeeded = await run(JSON.parse(line)).then(
    () => true,
    () => false,
  );
  write(`${JSON.stringify({ succeeded, output })}\n`);
}

async function run(command: Command): Promise<void> {
  if ("args" in command) {
    process.chdir(command.cwd);
    return wrangler.main(command.args);
  }
  const { workerOptions } = wrangler.unstable_getMiniflareWorkerOptions(command.readConfig);
  const { triggers, queues } = wrangler.unstable_readConfig({ config: command.readConfig });
  output = JSON.stringify({ workerOptions, triggers, queues });
}
