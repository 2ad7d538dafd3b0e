import { conflictOf } from "./conflict.ts";

export class ChangedMeanwhile extends Error {
  override readonly name = "ChangedMeanwhile";
}

/**
 * Sends a change of one press, which was decided on what the screen shows of the item. A change of anything else, such as a
 * move in the list, is no conflict.
 * @param isSame whether the stored version is still what the screen shows
 * @throws ChangedMeanwhile if it isn't
 */
export async function sendUnlessChanged<Stored extends { updatedAt: string }, Saved>(
  { updatedAt }: { updatedAt: string },
  isSame: (current: Stored) => boolean,
  request: (unchangedSince: string) => Promise<Saved>,
): Promise<Saved> {
  try {
    return await request(updatedAt);
  } catch (cause) {
    const current = conflictOf<Stored>(cause);
    if (!current) throw cause;
    if (isSame(current)) return request(current.updatedAt);
    throw new ChangedMeanwhile(
      "Someone else just changed this, so nothing was saved. You now see what it says.",
      { cause },
    );
  }
}
