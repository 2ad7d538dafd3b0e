// Writes web/client/api.ts, the types of the API as the built Worker describes it; with --check it only fails, and says
// so, when they are behind.
import { readFile, writeFile } from "node:fs/promises";
import { registerHooks } from "node:module";
import { join } from "node:path";
import { Miniflare } from "miniflare";
import type { Parameter } from "../../worker/openapi/schema.ts";
import { build } from "../build/build.ts";
import { root } from "../paths.ts";
import { daymarkWorker } from "../start/workers.ts";

const file = join(root, "web/client/api.ts");
const types = `// Written by \`npm run client\`.\n${await typesOf(await description())}`;

if (!process.argv.includes("--check")) {
  await writeFile(file, types);
} else if ((await readFile(file, "utf8")) !== types) {
  console.error("web/client/api.ts is behind the API. Run `npm run client` and commit what it writes.");
  process.exitCode = 1;
}

async function description(): Promise<string> {
  await build(["worker"]);
  const mf = new Miniflare({ cf: false, workers: [await daymarkWorker({})] });
  try {
    const response = await mf.dispatchFetch("http://daymark/api/openapi.json");
    if (!response.ok) throw new Error(await response.text());
    return await response.text();
  } finally {
    await mf.dispose();
  }
}

async function typesOf(document: string): Promise<string> {
  // TypeScript 7 is without the API that it needs: https://github.com/openapi-ts/openapi-typescript/issues/2841
  const compilerAPI = import.meta.resolve("./compiler-api.ts");
  registerHooks({
    resolve: (name, context, next) => next(name === "typescript" ? compilerAPI : name, context),
  });
  const { astToString, default: openapiTS } = await import("openapi-typescript");
  return astToString(
    await openapiTS(withTypedParameters(document), { alphabetize: true, defaultNonNullable: false }),
  );
}

/** It types a parameter that is JSON as a text; the client takes what the text holds, and writes it itself. */
function withTypedParameters(document: string): string {
  return JSON.stringify(JSON.parse(document), (_, value: Partial<Parameter> | null) => {
    const written = value?.in !== undefined && value.content?.["application/json"];
    return written ? { ...value, content: undefined, schema: written.schema } : value;
  });
}
