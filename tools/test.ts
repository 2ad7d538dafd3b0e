// `npm test` and `npm run test:all` choose the set of tests, and pass all other arguments on to Vitest.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseCLI } from "vitest/node";
import { root } from "./paths.ts";
import { testFilesFor } from "./test-map.ts";
import { announceTests } from "./test-sets.ts";

const [command, ...given] = process.argv.slice(2);
const args = given.filter((word) => word !== "--beyond");
const set = command === "short" ? "short" : args.length < given.length ? "beyond" : "all";
const { filter, options } = parseCLI(["vitest", "run", ...args]);

// Whoever names tests wants them from whichever set they are in.
const isWholeSet =
  filter.length === 0 && !options.testNamePattern && !options.changed && !options.shard && !options.related;
if (isWholeSet) {
  if (!options.project) console.log(announceTests(set));
  process.env.DAYMARK_TEST_SET = set;
}
// The name of a folder stands for the tests that a change there can break.
const files = args.flatMap((word) => {
  const found = filter.includes(word) ? testFilesFor(word) : [];
  return found.length > 0 ? found : [word];
});
process.argv.splice(2, Infinity, "run", "--config", "test/vitest.config.ts", ...files);
await import(pathToFileURL(join(root, "node_modules/vitest/vitest.mjs")).href);
