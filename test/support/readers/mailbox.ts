import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** Empties the mailboxes of all local mail services, because aws-ses-v2-local has one list for all its servers in a process. */
export function emptyMailboxes(): void {
  require.cache[require.resolve("aws-ses-v2-local/dist/store.js")]?.exports.clearStore();
}
