import { expect, test } from "vitest";
import { type KnownBegun, readBegun, type StoredBegun } from "../../../worker/alerts/engine/known-begun.ts";
import { MAX_RULES } from "../../../worker/alerts/rules/domain.ts";

const begun = (at: number) => ({ mode: "component" as const, at, proposalID: null, components: {} });

test("a run reads the state of each rule once, however many act, and again only if another run has changed it", async () => {
  const stored = new Map(
    Array.from({ length: MAX_RULES }, (_, n): [string, StoredBegun] => [
      `rule ${n}`,
      { ruleID: `rule ${n}`, version: 1, begun: n % 2 === 0 ? begun(n) : null },
    ]),
  );
  const known: KnownBegun = new Map();
  const reads: number[] = [];
  const othersOf = (ruleID: string) =>
    readBegun(
      known,
      [...stored.values()].filter((each) => each.ruleID !== ruleID),
      async (ruleIDs) => {
        reads.push(ruleIDs.length);
        return ruleIDs.flatMap((each) => stored.get(each) ?? []);
      },
    );
  for (const ruleID of stored.keys()) {
    const others = [...stored.values()].filter((each) => each.ruleID !== ruleID);
    expect(await othersOf(ruleID)).toEqual(others.flatMap((each) => each.begun ?? []));
    // The rule acts, and the run knows what it has saved.
    const saved = { ruleID, version: 2, begun: begun(100) };
    stored.set(ruleID, saved);
    known.set(ruleID, saved);
  }
  expect(reads).toEqual([MAX_RULES - 1]);
  stored.set("rule 7", { ruleID: "rule 7", version: 3, begun: null });
  expect(await othersOf("rule 0")).toHaveLength(MAX_RULES - 2);
  expect(reads).toEqual([MAX_RULES - 1, 1]);
});
