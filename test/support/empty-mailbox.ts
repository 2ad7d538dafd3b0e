import { emptyMailboxes } from "./mailbox.ts";

// One process runs many test files.
emptyMailboxes();
