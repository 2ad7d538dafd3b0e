import { emptyMailboxes } from "../readers/mailbox.ts";

// One process runs many test files.
emptyMailboxes();
