import { createRequire, registerHooks } from "node:module";
import { createInterface } from "node:readline";

// Runs the commands of wrangler that it reads, because loading wrangler takes longer than most of them. A command is a line with a JSON
// array, and its result a line with an object. wrangler doesn't export the function that its program calls, so this adds the export.

registerHooks({
  load(url, context, nextLoad) {
    const module = nextLoad(url, context);
    if (!url.endsWith("/wrangler-dist/cli.js")) return module;
    return { ...module, source: `${module.source}\nexports.main = main;` };
  },
});

const { main }: { main(args: string[]): Promise<void> } = createRequire(import.meta.url)("wrangler");

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
  const succeeded = await main(JSON.parse(line)).then(
    () => true,
    () => false,
  );
  write(`${JSON.stringify({ succeeded, output })}\n`);
}
