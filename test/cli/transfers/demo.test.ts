import { createHash, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../../../tools/paths.ts";
import { makeApiKey, makeComponent } from "../../support/factories/factories.ts";
import { openTerminal, type Terminal } from "../../support/starters/command-line.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
let terminal: Terminal;
beforeAll(async () => {
  daymark = await startDaymark();
  terminal = await openTerminal({ DAYMARK_URL: daymark.url });
});
afterAll(async () => {
  await terminal?.remove();
  await daymark?.stop();
});

test("the key that the workflow Demo inserts restores an archive into a new installation, and is gone afterwards", async () => {
  await makeComponent(daymark, { name: "API" });
  const ownKey = await makeApiKey(daymark, { scopes: ["archive"] });
  const run = (key: string, ...args: string[]) =>
    terminal.run(args, { cwd: terminal.home, env: { DAYMARK_KEY: key } });
  expect(await run(ownKey, "export", "demo.tar.gz")).toMatchObject({ code: 0 });
  await daymark.reset();

  const workflow = await readFile(join(root, ".github/workflows/demo.yml"), "utf8");
  const [insertion = "", deletion = ""] = [...workflow.matchAll(/execute "(.*)"/g)].map(
    ([, sql = ""]) => sql,
  );
  const key = randomBytes(20).toString("hex"); // as `openssl rand -hex 20`
  await daymark.db.exec(insertion.replace("$hash", createHash("sha256").update(key).digest("hex")));
  expect(await run(key, "restore", "demo.tar.gz")).toMatchObject({ code: 0 });
  expect(await answer(daymark.visitor.components.$get())).toMatchObject([{ name: "API" }]);

  await daymark.db.exec(deletion);
  expect(await answer(daymark.administrator.settings.$get())).toMatchObject({ apiKeys: [] });
});
