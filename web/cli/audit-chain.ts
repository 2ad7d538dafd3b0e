import { createHash } from "node:crypto";
import { sealedText } from "../../worker/audit/domain.ts";
import type { Schemas } from "../client/client.ts";

type Entry = Schemas["AuditEntry"];
type Chain = Schemas["AuditChain"];

export interface ChainEnd {
  seq: number;
  hash: string;
}

export interface Verification {
  problems: string[];
  verified: number;
  unsealed: number;
}

/**
 * Follows the hashes from the oldest entry to the newest. While the entries are read, the cron may seal and delete some.
 * @param before the chain as it was before the entries were read
 * @param after the chain as it was after that
 * @param expected the end of the chain as someone noted it earlier
 */
export function verifyChain(
  { before, after }: { before: Chain; after: Chain },
  entries: Entry[],
  expected?: ChainEnd,
): Verification {
  const chain = { ...before, deletedSeq: after.deletedSeq, deletedHash: after.deletedHash };
  const sorted = entries.toSorted((a, b) => a.seq - b.seq);
  const remaining = sorted.filter(({ seq }) => seq > chain.deletedSeq);
  const problems = sorted
    .filter(({ seq }) => seq <= before.deletedSeq)
    .map(({ seq }) => `Entry ${seq} was added: all up to ${before.deletedSeq} had been deleted.`);
  let end: ChainEnd = { seq: chain.deletedSeq, hash: chain.deletedHash };
  let previousSeq = chain.deletedSeq;
  let unsealed = 0;
  for (const entry of remaining) {
    if (entry.seq !== previousSeq + 1) problems.push(missing(previousSeq + 1, entry.seq - 1));
    previousSeq = entry.seq;
    if (entry.hash === null) {
      unsealed += 1;
      if (entry.seq <= chain.sealedSeq) problems.push(`Entry ${entry.seq} lost its hash.`);
      continue;
    }
    if (entry.seq > after.sealedSeq)
      problems.push(`Entry ${entry.seq} has a hash, although the chain ends before it.`);
    // After a gap, the hash before is unknown.
    if (entry.seq === end.seq + 1 && entry.hash !== hashOf(end.hash, entry))
      problems.push(`Entry ${entry.seq} was changed.`);
    end = { seq: entry.seq, hash: entry.hash };
    if (entry.seq === chain.sealedSeq && entry.hash !== chain.sealedHash)
      problems.push(`Entry ${entry.seq} has another hash than the end of the chain.`);
  }
  if (previousSeq < chain.newestSeq) problems.push(missing(previousSeq + 1, chain.newestSeq));
  else if (previousSeq < chain.sealedSeq) problems.push(missing(previousSeq + 1, chain.sealedSeq));
  if (expected) problems.push(...compare(chain, remaining, expected));
  return { problems, verified: remaining.length - unsealed, unsealed };
}

function hashOf(previousHash: string, entry: Entry): string {
  return createHash("sha256").update(sealedText(previousHash, entry)).digest("hex");
}

function compare(chain: Chain, entries: Entry[], expected: ChainEnd): string[] {
  if (expected.seq < chain.deletedSeq)
    return [`Entry ${expected.seq} was deleted because it was too old, so it can't be compared.`];
  const hash =
    expected.seq === chain.deletedSeq
      ? chain.deletedHash
      : entries.find(({ seq }) => seq === expected.seq)?.hash;
  if (hash === expected.hash) return [];
  return [`Entry ${expected.seq} doesn't have the hash that you expect: the log was replaced.`];
}

function missing(from: number, to: number): string {
  return from === to ? `Entry ${from} was removed.` : `Entries ${from} to ${to} were removed.`;
}
