import type { Notice } from "../../worker/notices/domain.ts";
import { isID } from "../../worker/storage/domain.ts";
import { CommandError } from "./command-error.ts";
import { findByName } from "./names.ts";
import { plain } from "./output.ts";

type Candidate = Pick<Notice, "noticeID" | "name">;

interface Candidates<T extends Candidate> {
  label: string;
  /** The message for an empty list: "No incident is open." */
  none: string;
  /** Follows their number: "incidents are open". */
  several: string;
  list: T[];
  read: (id: string) => Promise<T>;
}

/** Without an ID or name, it returns the only candidate. */
export async function findCandidate<T extends Candidate>(
  { label, none, several, list, read }: Candidates<T>,
  nameOrID: string | undefined,
): Promise<T> {
  if (nameOrID !== undefined) {
    const isListed = list.some(({ noticeID, name }) => noticeID === nameOrID || name === nameOrID);
    return isListed || !isID(nameOrID)
      ? findByName(
          label,
          list.map((one) => ({ ...one, id: one.noticeID })),
          nameOrID,
        )
      : read(nameOrID);
  }
  const [only] = list;
  if (!only) throw new CommandError("usage", none);
  if (list.length === 1) return only;
  const names = list.map(({ noticeID, name }) => `${plain(name)} (${noticeID})`).join(", ");
  throw new CommandError("usage", `${list.length} ${several}. Say which: ${names}.`);
}
