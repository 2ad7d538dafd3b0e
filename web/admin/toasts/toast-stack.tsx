import { useQueryClient } from "@tanstack/react-query";
import { type Dispatch, type SetStateAction, useEffect, useEffectEvent } from "react";
import { adoptStyles } from "../../ui/adopt-styles.ts";
import { APIError, undoWrite } from "../api/api.ts";
import { type DoneToast, offeredUndo, type Toast, type Undo } from "./toast.ts";
import { ToastNote } from "./toast-note.tsx";
import { keepToastRoom } from "./toast-room.ts";
import styles from "./toasts.css?inline";

adoptStyles(styles);

interface ToastStackProps {
  toasts: readonly Toast[];
  setToasts: Dispatch<SetStateAction<readonly Toast[]>>;
  showToast: (toast: Toast) => void;
  onDismiss: (id: string) => void;
}

export function ToastStack({ toasts, setToasts, showToast, onDismiss }: ToastStackProps) {
  const queryClient = useQueryClient();

  async function undo(toast: DoneToast, { token, undoneText = "Undone. Nothing was sent.", onUndone }: Undo) {
    const { id } = toast;
    setToasts((before) => before.map((each) => (each.id === id ? { ...toast, isUndoing: true } : each)));
    try {
      await undoWrite(token);
      onUndone?.();
      // What is opened next must not start from data that was undone.
      await queryClient.invalidateQueries();
      const announcement = {
        text: undoneText,
        ...(onUndone && { detail: "Your text is back in its form." }),
      };
      showToast({ id, title: "Undo", state: "done", announcement });
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const wasRefused = error instanceof APIError && error.status < 500;
      // After any other failure, Undo can be pressed again.
      setToasts((before) => before.map((each) => (each.id === id ? toast : each)));
      showToast({ id: wasRefused ? id : `${id}-undo`, title: "Undo", state: "failed", error });
    }
  }

  function undoAction(toast: Toast): (() => void) | undefined {
    const offer = offeredUndo(toast);
    return offer && toast.state === "done" && !toast.isUndoing ? () => void undo(toast, offer) : undefined;
  }

  useUndoKey(toasts.map(undoAction).findLast((undoIt) => undoIt !== undefined));

  useDialogStart(() => {
    for (const toast of toasts) if (toast.state === "done" && !offeredUndo(toast)) onDismiss(toast.id);
  });

  return (
    <div ref={keepStackRoom} className="grid gap-2">
      {toasts.map((toast) => (
        <ToastNote
          key={toast.id}
          toast={toast}
          onUndo={undoAction(toast)}
          onDismiss={() => onDismiss(toast.id)}
        />
      ))}
    </div>
  );
}

const keepStackRoom = (stack: Element | null) =>
  stack?.parentElement ? keepToastRoom(stack.parentElement) : undefined;

const hasDialog = () => document.querySelector("body > [role=dialog]") !== null;

/** A dialog moves the toasts to another place, and a confirmation has been read by then. */
function useDialogStart(onStart: () => void) {
  const start = useEffectEvent(onStart);
  useEffect(() => {
    let hadDialog = hasDialog();
    const observer = new MutationObserver(() => {
      if (hasDialog() && !hadDialog) start();
      hadDialog = hasDialog();
    });
    observer.observe(document.body, { childList: true });
    return () => observer.disconnect();
  }, []);
}

/** Handles Ctrl+Z or Command+Z, except in a field, where it undoes typing. */
function useUndoKey(undo: (() => void) | undefined) {
  useEffect(() => {
    if (!undo) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const { target, key, ctrlKey, metaKey, shiftKey, altKey } = event;
      if (key.toLowerCase() !== "z" || ctrlKey === metaKey || shiftKey || altKey) return;
      if (target instanceof Element && target.closest("input, textarea, select, [contenteditable]")) return;
      event.preventDefault();
      undo();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [undo]);
}
