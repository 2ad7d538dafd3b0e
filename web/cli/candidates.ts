import { Failure } from "./failure.ts";
import { oneNamed } from "./names.ts";
import { plain } from "./output.ts";

interface Candidate {
  id: string;
  name: string;
}

interface Candidates<T extends Candidate> {
  /** As in "open incident". */
  label: string;
  /** Says that there is none: "No incident is open." */
  none: string;
  /** Goes on after their number: "incidents are open". */
  several: string;
  list: T[];
  /** Reads one by its ID, which need not be among the candidates. */
  read: (id: string) => Promise<T>;
}

/** The one that is asked for by ID or name; if none is asked for, the only candidate. */
export async function findCandidate<T extends Candidate>(
  { label, none, several, list, read }: Candidates<T>,
  asked: string | undefined,
): Promise<T> {
  if (asked !== undefined) {
    const known = list.some(({ id, name }) => id === asked || name === asked);
    return known || !looksLikeID(asked) ? oneNamed(label, list, asked) : read(asked);
  }
  const [only] = list;
  if (!only) throw new Failure("usage", none);
  if (list.length === 1) return only;
  const names = list.map(({ id, name }) => `${plain(name)} (${id})`).join(", ");
  throw new Failure("usage", `${list.length} ${several}. Say which: ${names}.`);
}

export function looksLikeID(written: string): boolean {
  return /^[0-9A-Za-z]{12}$/.test(written);
}
