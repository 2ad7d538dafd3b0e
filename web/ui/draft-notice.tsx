import { lazyPart } from "./lazy-part.tsx";

const RestoredDraft = lazyPart(
  "restored-draft",
  async () => (await import("./restored-draft.tsx")).RestoredDraft,
);

export interface Restored {
  /** The time of typing, in milliseconds since the epoch. */
  since: number;
  discard: () => void;
}

export function DraftNotice({ restored }: { restored: Restored | undefined }) {
  return restored ? <RestoredDraft restored={restored} /> : null;
}
