import { useState } from "react";
import { Fold } from "../../../ui/fields/fold.tsx";
import { BeganSection } from "./began-section.tsx";
import type { NoticeDraft } from "./notice-draft.ts";
import { OverSection } from "./over-section.tsx";

interface EarlierSectionProps {
  draft: NoticeDraft;
  edit: (change: Partial<NoticeDraft>) => void;
}

/** It is folded, because most incidents are reported while they last. */
export function EarlierSection({ draft: { over, createdAt }, edit }: EarlierSectionProps) {
  const [opensAtOnce] = useState(over !== undefined || createdAt !== undefined);
  return (
    <Fold open={opensAtOnce} summary="It started earlier, or it's already over">
      {!over && (
        <BeganSection incident={undefined} at={createdAt} onChange={(at) => edit({ createdAt: at })} />
      )}
      <OverSection over={over} onChange={(changed) => edit({ over: changed })} />
    </Fold>
  );
}
