import * as Dialog from "@radix-ui/react-dialog";
import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { Button, IconButton } from "./button.tsx";
import { ChangedMeanwhile, type Meanwhile } from "./changed-meanwhile.tsx";
import { ErrorArea } from "./error-area.tsx";
import { CloseIcon } from "./icons.tsx";

interface FormDialogProps {
  title: string;
  /** The words on the button that sends the form. */
  action: string;
  look?: "primary" | "danger";
  busy: boolean;
  error: Error | null;
  /** What somebody else changed in what this form is about to save over. */
  meanwhile?: Meanwhile | false;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A form over the page: it stays open, with what was written, until it is sent or given up. */
export function FormDialog({
  title,
  action,
  look = "primary",
  busy,
  error,
  meanwhile = false,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  // Radix gives the focus back to a trigger of its own; these dialogs are opened by whatever was pressed.
  const before = useRef<Element>(null);

  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-appear bg-veil" />
        <Dialog.Content
          aria-describedby={undefined}
          // A click beside the dialog must not throw away a half-written message.
          onInteractOutside={(event) => event.preventDefault()}
          onOpenAutoFocus={(event) => {
            before.current = document.activeElement;
            focusFirst(event);
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (before.current instanceof HTMLElement) before.current.focus();
          }}
          onEscapeKeyDown={(event) => escapesInside(event) && event.preventDefault()}
          className="fixed inset-x-0 bottom-0 z-40 mx-auto flex max-h-[92dvh] w-full max-w-xl animate-rise flex-col overflow-hidden rounded-t-2xl border border-line bg-raised shadow-float outline-none sm:top-[8vh] sm:bottom-auto sm:max-h-[84vh] sm:rounded-2xl"
        >
          <form
            noValidate
            className="flex min-h-0 flex-col"
            onKeyDown={sendOnCommandEnter}
            onSubmit={(event) => {
              event.preventDefault();
              if (!busy) onSubmit();
            }}
          >
            <header className="flex items-start justify-between gap-4 px-5 pt-4 pb-3">
              <Dialog.Title className="mt-1.5 min-w-0 text-base/6 font-semibold [overflow-wrap:anywhere]">
                {title}
              </Dialog.Title>
              <Dialog.Close asChild>
                <IconButton tip="Close" className="-mr-2">
                  <CloseIcon />
                </IconButton>
              </Dialog.Close>
            </header>
            <div className="grid min-h-0 gap-4 overflow-y-auto px-5 pt-1 pb-5">{children}</div>
            <footer className="grid max-h-[50dvh] shrink-0 gap-3 overflow-y-auto border-t border-line bg-canvas/60 px-5 py-3">
              <ErrorArea error={error} />
              {meanwhile && <ChangedMeanwhile changes={meanwhile.changes} />}
              <div className="flex flex-wrap justify-end gap-2">
                {/* What can not be undone takes more than one press of Enter. */}
                <Button data-focus-first={look === "danger" || undefined} onClick={onClose}>
                  Cancel
                </Button>
                {meanwhile && <Button onClick={meanwhile.takeTheirs}>Take theirs</Button>}
                <Button type="submit" look={look} busy={busy}>
                  {meanwhile ? "Save mine anyway" : action}
                </Button>
              </div>
            </footer>
          </form>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Not by `autoFocus`, which comes before the dialog can note where the focus was. */
function focusFirst(event: Event) {
  const first = event.target instanceof Element && event.target.querySelector("[data-focus-first]");
  if (!(first instanceof HTMLElement)) return;
  event.preventDefault();
  first.focus();
}

/** An editor within the dialog may take Escape for itself. */
function escapesInside(event: globalThis.KeyboardEvent): boolean {
  return event.target instanceof Element && event.target.closest("[data-own-escape]") !== null;
}

function sendOnCommandEnter(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) event.currentTarget.requestSubmit();
}
