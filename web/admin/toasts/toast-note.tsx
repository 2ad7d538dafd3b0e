import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { SECOND_MS } from "../../../worker/shared/time/domain.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { ExternalLink } from "../../ui/external-link.tsx";
import { CloseIcon } from "../../ui/icons/later-icons.tsx";
import { useShownOnce } from "../../ui/shown-once.ts";
import { usePageURL } from "../page-url.ts";
import type { Toast } from "./toast.ts";

interface ToastNoteProps {
  toast: Toast;
  onUndo: (() => void) | undefined;
  onDismiss: () => void;
}

export function ToastNote({ toast, onUndo, onDismiss }: ToastNoteProps) {
  const { title } = toast;
  const error = toast.state === "failed" ? toast.error : undefined;
  const announcement = toast.state === "done" ? toast.announcement : undefined;
  const isShown = useShownOnce(error?.message, "outcome");
  const secondsLeft = useSecondsLeft(toast.state === "done" ? toast.expiresAt : undefined);
  const [isHeld, setIsHeld] = useState({ byPointer: false, byFocus: false });
  const dismissButton = useRef<HTMLButtonElement>(null);
  const isOver = secondsLeft === 0 && !(toast.state === "done" && toast.isUndoing);
  const leaves = isOver && !isHeld.byPointer && !isHeld.byFocus;
  useEffect(() => {
    if (leaves) onDismiss();
  }, [leaves, onDismiss]);

  return (
    <fieldset
      aria-label={title}
      onPointerEnter={() => setIsHeld((before) => ({ ...before, byPointer: true }))}
      onPointerLeave={() => setIsHeld((before) => ({ ...before, byPointer: false }))}
      onFocus={() => setIsHeld((before) => ({ ...before, byFocus: true }))}
      onBlur={() => setIsHeld((before) => ({ ...before, byFocus: false }))}
      className={`toast pointer-events-auto grid min-w-0 animate-rise rounded-xl border bg-raised py-2 pr-2 pl-4 ${error ? "border-danger-text/40 text-danger-text" : "border-line"}`}
      style={{ boxShadow: SHADOW }}
    >
      <div className="flex items-start justify-between gap-2">
        <div role={error ? "alert" : "status"} className="toast-text min-w-0 py-1.5 [overflow-wrap:anywhere]">
          <p className="font-medium">{announcement?.text ?? `${title}: ${outcomes[toast.state]}`}</p>
          {announcement?.detail && <p className="text-muted">{announcement.detail}</p>}
          {isShown && <p className="whitespace-pre-line">{error?.message}</p>}
        </div>
        <IconButton ref={dismissButton} tip="Dismiss" label={`Dismiss ${title}`} onClick={onDismiss}>
          <CloseIcon />
        </IconButton>
      </div>
      {announcement && (announcement.pagePath || announcement.undo) && (
        // Its height stays when Undo disappears.
        <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-4">
          {announcement.pagePath && <PageLink path={announcement.pagePath} />}
          {announcement.link && (
            <Link
              href={announcement.link.path}
              className="flex min-h-9 items-center font-medium text-accent-text underline-offset-4 hover:underline"
            >
              {announcement.link.text}
            </Link>
          )}
          {announcement.undo && !isOver && (
            <UndoButton
              secondsLeft={secondsLeft ?? 0}
              busy={toast.state === "done" && Boolean(toast.isUndoing)}
              onUndo={onUndo}
              nextFocus={dismissButton}
            />
          )}
        </div>
      )}
    </fieldset>
  );
}

/** It fits into the padding of the box around it, which scrolls and would cut a larger one. */
const SHADOW = "0 4px 12px light-dark(rgb(16 18 28 / 0.2), rgb(0 0 0 / 0.6))";

const outcomes = { saving: "still saving …", failed: "failed", done: "done" };

function useSecondsLeft(expiresAt: number | undefined): number | undefined {
  const [now, setNow] = useState(Date.now);
  const isOver = expiresAt === undefined || now >= expiresAt;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS / 4);
    return () => clearInterval(timer);
  }, [isOver]);
  return expiresAt === undefined ? undefined : Math.max(0, Math.ceil((expiresAt - now) / SECOND_MS));
}

interface UndoButtonProps {
  secondsLeft: number;
  busy: boolean;
  onUndo: (() => void) | undefined;
  /** Gets the focus if the Undo button has it and disappears. */
  nextFocus: RefObject<HTMLButtonElement | null>;
}

function UndoButton({ secondsLeft, busy, onUndo, nextFocus }: UndoButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const { current } = button;
    return () => {
      if (document.activeElement === current) nextFocus.current?.focus();
    };
  }, [nextFocus]);
  return (
    <Button
      ref={button}
      className="ml-auto"
      busy={busy}
      aria-keyshortcuts="Control+Z Meta+Z"
      onClick={onUndo}
    >
      Undo
      {/* Screen readers would read every second. */}
      <span aria-hidden="true" className="w-[2ch] text-right text-muted tabular-nums">
        {secondsLeft}
      </span>
    </Button>
  );
}

function PageLink({ path }: { path: string }) {
  return <ExternalLink href={usePageURL(path)}>View on status page</ExternalLink>;
}
