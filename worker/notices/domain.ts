/**
 * Where the latest stretch of updates of one kind began, such as those that say it is resolved; undefined where none is.
 * @param updates newest first
 */
export function beginningOf<Update>(updates: Update[], is: (update: Update) => boolean): Update | undefined {
  const newest = updates.findIndex(is);
  if (newest === -1) return undefined;
  const before = updates.findIndex((update, at) => at > newest && !is(update));
  return updates.at(before === -1 ? -1 : before - 1);
}
