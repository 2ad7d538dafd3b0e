import type { Begun } from "../rules/episode.ts";

export interface StoredBegun {
  ruleID: string;
  /** That of the rule's state. */
  version: number;
  begun: Begun | null;
}

/**
 * What the rules have begun, as far as a run has read or written it, by the ID of the rule. The state of a rule is large while
 * thousands of alerts fire, so it is not parsed again for each of the other rules.
 */
export type KnownBegun = Map<string, StoredBegun>;

/** @param read reads those that are unknown, or were changed meanwhile */
export async function readBegun(
  known: KnownBegun,
  versions: Pick<StoredBegun, "ruleID" | "version">[],
  read: (ruleIDs: string[]) => Promise<StoredBegun[]>,
): Promise<Begun[]> {
  const unknown = versions.filter(({ ruleID, version }) => known.get(ruleID)?.version !== version);
  if (unknown.length > 0)
    for (const stored of await read(unknown.map(({ ruleID }) => ruleID))) known.set(stored.ruleID, stored);
  return versions.flatMap(({ ruleID }) => known.get(ruleID)?.begun ?? []);
}
