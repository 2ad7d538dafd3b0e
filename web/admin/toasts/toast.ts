import { SECOND_MS } from "../../../worker/shared/time/domain.ts";

export interface Announcement {
  text: string;
  detail?: string;
  pagePath?: string;
  /** Leads to what is to be done next in the console. */
  link?: { text: string; path: string };
  /** The ID of what was changed. A newer toast about the same replaces this one. */
  about?: string;
  undo?: Undo | undefined;
}

export interface Undo {
  token: string;
  /** The text says what is true after the undo. By default, nothing was sent. */
  undoneText?: string | undefined;
  onUndone?: () => void;
}

interface Named {
  id: string;
  title: string;
}
/** `expiresAt` is in milliseconds since the epoch. */
export type DoneToast = Named & {
  state: "done";
  announcement?: Announcement;
  expiresAt?: number;
  isUndoing?: true;
};
export type Toast = (Named & ({ state: "saving" } | { state: "failed"; error: Error })) | DoneToast;

const ANNOUNCEMENT_MS = 10 * SECOND_MS;

/** A new toast replaces successes that can't be undone, and others about the same. */
export function remains(before: Toast, toast: Toast): boolean {
  if (before.id === toast.id) return false;
  if (before.state === "saving") return true;
  if (before.state === "failed") return before.title !== toast.title;
  const about = toast.state === "done" ? toast.announcement?.about : undefined;
  return offeredUndo(before) !== undefined && (about === undefined || before.announcement?.about !== about);
}

export function withExpiry(toast: Toast): Toast {
  if (toast.state !== "done" || !toast.announcement) return toast;
  return { ...toast, expiresAt: Date.now() + ANNOUNCEMENT_MS };
}

export function offeredUndo(toast: Toast): Undo | undefined {
  if (toast.state !== "done" || (toast.expiresAt ?? 0) <= Date.now()) return undefined;
  return toast.announcement?.undo;
}
