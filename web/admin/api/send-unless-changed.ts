import { conflictingVersion } from "./error-status.ts";

export class ConflictError extends Error {
  override readonly name = "ConflictError";
}

/**
 * Sends a change made with one press. It is no conflict if only another part of the item changed, such as its place in the list.
 * @param isSame whether the stored version is still what the screen shows
 * @throws ConflictError if it isn't
 */
export async function sendUnlessChanged<Stored extends { updatedAt: string }, Saved>(
  { updatedAt }: { updatedAt: string },
  isSame: (current: Stored) => boolean,
  request: (unchangedSince: string) => Promise<Saved>,
): Promise<Saved> {
  try {
    return await request(updatedAt);
  } catch (cause) {
    const current = conflictingVersion<Stored>(cause);
    if (!current) throw cause;
    if (isSame(current)) return request(current.updatedAt);
    throw new ConflictError(
      "Someone else just changed this, so nothing was saved. You now see the current version.",
      { cause },
    );
  }
}
