import { optionalPart } from "../../ui/lazy-part.tsx";

/** Says when the newest of a row's drafts was typed, because nothing else shows that there is one. */
export const DraftChip = optionalPart("draft-chip", async () => (await import("./draft-time.tsx")).DraftTime);
