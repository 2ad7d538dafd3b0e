import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { readPages } from "../../support/readers/documentation.ts";

test("every command of wrangler in the documentation exists", async () => {
  const pages = [...(await readPages()).values()];
  const texts = pages.flatMap((page) =>
    [...page.matchAll(/npx wrangler ((?:[a-z0-9-]+ ?)+)/g)].map(([, text = ""]) => text.trim()),
  );
  expect(texts.join("\n")).toContain("d1 time-travel restore daymark");
  // An import would search all 17 MB of it for the names of its exports.
  const wrangler: typeof import("wrangler") = createRequire(import.meta.url)("wrangler");
  const { registry } = wrangler.experimental_getWranglerCommands();
  expect(texts.filter((text) => !isCommand(registry, text.split(" ")))).toEqual([]);
});

type CommandTree = ReturnType<typeof import("wrangler").experimental_getWranglerCommands>["registry"];

/** Follows the words down wrangler's tree of commands. What comes after a command are its arguments. */
function isCommand({ subtree, definition }: CommandTree, [word = "", ...others]: string[]): boolean {
  const next = subtree.get(word);
  return next === undefined ? definition?.type === "command" : isCommand(next, others);
}
