import { useState } from "react";
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
    <details open={opensAtOnce} className="rounded-lg border border-line">
      <summary className="rounded-lg px-3 py-2.5 font-medium">
        It started earlier, or it's already over
      </summary>
      <div className="grid gap-3 px-3 pb-3">
        {!over && (
          <BeganSection incident={undefined} at={createdAt} onChange={(at) => edit({ createdAt: at })} />
        )}
        <OverSection over={over} onChange={(changed) => edit({ over: changed })} />
      </div>
    </details>
  );
}
