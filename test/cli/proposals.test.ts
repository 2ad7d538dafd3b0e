import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { makeApiKey, makeComponent, makeProposal } from "../support/factories/factories.ts";
import { openTerminal, type Terminal } from "../support/starters/command-line.ts";
import { answer, type Daymark, startDaymark } from "../support/starters/daymark.ts";

let daymark: Daymark;
let terminal: Terminal;
let key: string;
beforeAll(async () => {
  daymark = await startDaymark();
  key = await makeApiKey(daymark, { scopes: ["notices"] });
});
afterAll(() => daymark.stop());
beforeEach(async () => {
  terminal = await openTerminal({ DAYMARK_URL: daymark.url, DAYMARK_KEY: key });
});
afterEach(async () => {
  await terminal.remove();
  await daymark.db.exec("DELETE FROM proposals; DELETE FROM notices; DELETE FROM components;");
});

const run = async (...args: string[]) => (await terminal.run(args)).stdout;
const proposals = () => answer(daymark.administrator.proposals.$get());
const incidents = () => answer(daymark.visitor.incidents.$get({ query: {} }));

test("proposals are listed with who made them and since when", async () => {
  expect(await run("proposal", "list")).toBe("There are no proposals.\n");
  const { proposalID, createdAt } = await makeProposal(daymark, { name: "API may be down" });
  const since = createdAt.slice(0, 16).replace("T", " ");
  expect(await run("proposal", "list")).toBe(
    `● Investigating  ${proposalID}  API may be down  (from admin@example.com, ${since} UTC)\n`,
  );
  expect(JSON.parse(await run("proposal", "list", "--json"))).toEqual(await proposals());
});

test("a proposal is published by its name, and the incident's address is printed", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  const components = [{ componentID, status: "Major Outage" as const }];
  await makeProposal(daymark, { name: "API may be down", components });
  await makeProposal(daymark, { name: "Other" });
  const output = await run("proposal", "publish", "api may be down");
  const [incident] = await incidents();
  const { incidentID } = incident ?? {};
  expect(output).toBe(
    `Published "API may be down": Investigating\n  API: Major Outage\n  ID    ${incidentID}\n  Page  ${daymark.url}/incidents/${incidentID}\n`,
  );
  expect(JSON.parse(await run("proposal", "publish", "Other", "--no-mail", "--json"))).toEqual(
    (await incidents())[0],
  );
  expect(await proposals()).toEqual([]);
});

test("a proposal is discarded, and an unknown one is refused", async () => {
  await makeProposal(daymark, { name: "False alarm" });
  expect(await terminal.run(["proposal", "publish", "Alarm"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There is no proposal "Alarm". Did you mean False alarm ('),
  });
  expect(await run("proposal", "discard", "False alarm")).toBe('Discarded "False alarm".\n');
  const count = await daymark.db.prepare("SELECT count(*) FROM notices").first("count(*)");
  expect([await proposals(), count]).toEqual([[], 0]);
});

test("a key that may only propose is told which scopes publish", async () => {
  await makeProposal(daymark, { name: "API may be down" });
  const narrow = await makeApiKey(daymark, { scopes: ["propose"] });
  const result = await terminal.run(["proposal", "list"], { env: { DAYMARK_KEY: narrow } });
  expect(result).toMatchObject({
    code: 4,
    stderr: expect.stringContaining("its scope is propose, and this call needs notices or all."),
  });
});
