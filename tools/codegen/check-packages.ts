// Fails if `dependencies` are not exactly what `npm start` needs, because it installs nothing else: what the product and its
// builds import. All else is in `devDependencies`.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../paths.ts";

/** Type imports don't count, because they don't exist at run time. */
const IMPORT =
  /^(?:@?import|(?:import|export) (?!type )[^;"]*? from) "([^."][^"]*)"|(?<!typeof )\b(?:import|require|\(import\.meta\.url\))\(\s*"([^."][^"]*)"/gm;
const RUNTIME = /^(node|cloudflare):/;
/** cognito-local imports these two, and never uses them. */
const REPLACED = ["@aws-crypto/client-node", "aws-sdk"];

const files = globSync(
  ["{worker,web}/**/*.{ts,tsx,css}", "tools/{build,demo,deploy,start}/**/*.ts", "tools/{dev,paths}.ts"],
  { cwd: root },
).filter((file) => !file.endsWith(".d.ts"));
const imported = new Set(REPLACED);
for (const file of files) {
  for (const [, specifier, called = ""] of readFileSync(join(root, file), "utf8").matchAll(IMPORT)) {
    const name = specifier ?? called;
    if (!RUNTIME.test(name)) imported.add(/^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
  }
}
const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const missing = [...imported].filter((name) => !(name in dependencies));
const unneeded = Object.keys(dependencies).filter((name) => !imported.has(name));
if (missing.length > 0)
  console.error(`\`npm start\` needs these packages as dependencies: ${missing.join(", ")}`);
if (unneeded.length > 0)
  console.error(`\`npm start\` doesn't need these dependencies: ${unneeded.join(", ")}`);
if (missing.length + unneeded.length > 0) process.exitCode = 1;
