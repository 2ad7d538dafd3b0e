import { type CSSProperties, useSyncExternalStore } from "react";
import { formatSince } from "../../ui/format-since.ts";
import { useSession } from "../session/session.ts";
import { administratorOf } from "../session/session-state.ts";
import { subscribeToDrafts } from "./draft.ts";
import { storedDraft } from "./stored-drafts.ts";

// Classes would add to the style sheet that every screen loads first.
const chipStyle: CSSProperties = { display: "inline-block", marginInlineStart: 8 };

/** @param names the forms of an item, as for `useDraft` */
export function DraftTime({ names }: { names: readonly string[] }) {
  const administrator = administratorOf(useSession());
  const text = useSyncExternalStore(subscribeToDrafts, () => {
    const times = names.map((name) => storedDraft(`${administrator?.sub}/${name}`)?.savedAt ?? 0);
    const newest = Math.max(...times);
    return newest > 0 ? `Draft ${formatSince(newest)}` : undefined;
  });
  if (text === undefined) return null;
  return (
    <span
      title="What you typed is kept on this device"
      style={chipStyle}
      className="relative rounded-full bg-accent-soft px-2 text-xs/5 font-medium whitespace-nowrap text-accent-text"
    >
      {text}
    </span>
  );
}
