import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { createPortal, flushSync } from "react-dom";
import type { NoticeUpdate } from "../../../../worker/notices/domain.ts";

/** The element of an editor that moves in the timeline when a newer update arrives. */
export interface EditorHost {
  element: HTMLElement;
  focused?: HTMLElement | undefined;
}

/** At most one update is edited at a time. Its editor stays open when the update is no longer the newest one. */
export function useMovingEditor(updates: readonly NoticeUpdate[]) {
  const [editedID, setEditedID] = useState<string>();
  const [host] = useState<EditorHost>(() => ({ element: document.createElement("div") }));
  return {
    host,
    edited: updates.find(({ noticeUpdateID }) => noticeUpdateID === editedID),
    open: setEditedID,
    close() {
      const item = host.element.closest("li");
      flushSync(() => setEditedID(undefined));
      // Whoever went on to the composer during the save keeps the focus there. The item's first button is Edit.
      if (document.activeElement === document.body) item?.querySelector("button")?.focus();
    },
  };
}

export function EditorSlot({ host }: { host: EditorHost }) {
  const slot = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    slot.current?.append(host.element);
    host.focused?.focus({ preventScroll: true });
    host.focused = undefined;
    return () => {
      const { activeElement } = document;
      if (activeElement instanceof HTMLElement && host.element.contains(activeElement))
        host.focused = activeElement;
    };
  }, [host]);
  return <div ref={slot} />;
}

/**
 * The editor moves without being rendered anew, which would lose a save in progress, a conflict and the focus. Render it after the
 * timeline, whose place it needs to be focused.
 */
export function MovingEditor({ host, children }: { host: EditorHost; children: ReactNode }) {
  return createPortal(children, host.element);
}
