import type { ReactNode } from "react";
import { lazyDialog } from "./lazy-dialog.tsx";

export interface DialogFrameProps {
  title: string;
  onClose: () => void;
  /** The part that scrolls must set its own overflow. */
  children: ReactNode;
}

/** Radix is loaded with the first dialog. */
export const DialogFrame = lazyDialog<DialogFrameProps>(
  "dialog-frame",
  async () => (await import("./radix-dialog.tsx")).RadixDialog,
);
