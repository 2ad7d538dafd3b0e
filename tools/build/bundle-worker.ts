import { mkdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { build, type Plugin } from "esbuild";
import { root } from "../paths.ts";
import { runTool } from "./run-tool.ts";

/** Says what each file of the bundle has, and imports. @see https://esbuild.github.io/api/#metafile */
export const metaFile = "meta.json";

/** Postgres, relational queries and two kinds of columns are 11 kB that would run when the Worker starts. */
const withoutUnusedDrizzle: Plugin = {
  name: "without-unused-drizzle",
  setup({ onResolve }) {
    const path = join(root, "worker/storage/unused-drizzle.ts");
    onResolve(
      {
        filter:
          /^\.{1,2}\/(\.\.\/)?(blob|numeric|pg-core\/columns\/enum|query-builders\/query|relations)\.js$/,
      },
      ({ importer }) => (/node_modules.drizzle-orm\b/.test(importer) ? { path } : undefined),
    );
  },
};

/**
 * Bundles a Worker with the scripts and styles that its pages have inline. Each import() has a file of its own, which workerd evaluates
 * with the first call that needs it.
 * @param isOneFile keeps all in one file that people can read
 */
export async function bundleWorker(
  entry: string,
  outdir: string,
  { isOneFile = false }: { isOneFile?: boolean } = {},
): Promise<void> {
  await runTool("vite", ["build", "web/status", "--mode", "inline", "--logLevel", "warn"], root);
  const { metafile, outputFiles } = await build({
    metafile: true,
    write: false,
    absWorkingDir: root,
    entryPoints: { index: entry },
    outdir,
    splitting: !isOneFile,
    minify: !isOneFile,
    bundle: true,
    format: "esm",
    target: "es2024",
    charset: "utf8", // An escape has six bytes for each letter of Arabic and Japanese.
    sourcemap: true,
    logLevel: "warning",
    tsconfig: "worker/tsconfig.json",
    jsx: "automatic",
    conditions: ["workerd", "worker", "browser"],
    loader: { ".css": "text", ".txt": "text" },
    define: { "process.env.NODE_ENV": '"production"' },
    external: ["cloudflare:*", "node:*"],
    plugins: [withoutUnusedDrizzle],
    alias: {
      // `react-dom/server` has all renderers. The Worker only uses the one that returns a text, which is half of the code.
      "react-dom/server": join(
        root,
        "node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js",
      ),
    },
  });
  await mkdir(outdir, { recursive: true });
  const shorten = shortNames(outputFiles.map(({ path }) => basename(path)));
  const files = outputFiles.map(({ path, text }) => ({ name: shorten(basename(path)), text: shorten(text) }));
  for (const { name, text } of [...files, { name: metaFile, text: shorten(JSON.stringify(metafile)) }])
    await writeFile(join(outdir, name), text);
}

/** Hashes don't compress, and each file names those that it imports: that is 9 KiB of what is uploaded. */
function shortNames(names: string[]): (text: string) => string {
  const hashed = names.filter((name) => HASHED.test(name) && name.endsWith(".js")).toSorted();
  const shortByName = new Map(hashed.map((name, index) => [name, `${index.toString(36)}.js`]));
  return (text) => text.replaceAll(new RegExp(HASHED, "g"), (name) => shortByName.get(name) ?? name);
}

const HASHED = /[\w-]+-[A-Z0-9]{8}\.js/;
