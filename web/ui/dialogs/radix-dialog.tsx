import * as Dialog from "@radix-ui/react-dialog";
import { useRef } from "react";
import { adoptStyles } from "../adopt-styles.ts";
import { IconButton } from "../button.tsx";
import { ErrorBoundary } from "../error-boundary.tsx";
import { CloseIcon } from "../icons/later-icons.tsx";
import { DIALOG, Layer } from "../layer.ts";
import styles from "./dialog.css?inline";
import type { DialogFrameProps } from "./dialog-frame.tsx";

adoptStyles(styles);

export function RadixDialog({ title, onClose, children }: DialogFrameProps) {
  // Radix would restore the focus to its trigger, which these dialogs do not have.
  const previousFocus = useRef<Element>(null);

  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <div className="fixed inset-0 z-40 animate-appear bg-veil" />
        <Dialog.Content
          aria-describedby={undefined}
          // A click beside the dialog must not discard a half-written message.
          onInteractOutside={(event) => event.preventDefault()}
          onOpenAutoFocus={(event) => {
            previousFocus.current = document.activeElement;
            focusFirst(event);
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (previousFocus.current instanceof HTMLElement) previousFocus.current.focus();
          }}
          onEscapeKeyDown={(event) => closesInnerPart(event) && event.preventDefault()}
          className="dialog z-40 mx-auto flex w-full max-w-xl animate-rise flex-col overflow-hidden border border-line bg-raised shadow-float outline-none"
        >
          <header className="flex items-start justify-between gap-4 px-5 py-3">
            <Dialog.Title className="min-w-0 text-base/6 font-semibold [overflow-wrap:anywhere]">
              {title}
            </Dialog.Title>
            <Dialog.Close asChild>
              <IconButton tip="Close" className="-mr-2">
                <CloseIcon />
              </IconButton>
            </Dialog.Close>
          </header>
          <Layer value={DIALOG}>
            <ErrorBoundary>{children}</ErrorBoundary>
          </Layer>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** `autoFocus` would come before the dialog has recorded where the focus was. */
function focusFirst(event: Event) {
  const first = event.target instanceof Element && event.target.querySelector("[data-focus-first]");
  if (!(first instanceof HTMLElement)) return;
  event.preventDefault();
  first.focus();
}

/** Escape may close something inside the dialog instead. */
function closesInnerPart(event: globalThis.KeyboardEvent): boolean {
  return event.target instanceof Element && event.target.closest("[data-own-escape]") !== null;
}
