import type { ReactNode } from "react";
import { useShowsFieldErrors } from "./form.tsx";
import { useShownOnce } from "./shown-once.ts";

interface ErrorAreaProps {
  error: Error | null;
  of?: "action" | "load";
  children?: ReactNode;
}

/** Hides the error of an action while fields of the form show errors. */
export function ErrorArea({ error, of = "action", children }: ErrorAreaProps) {
  const showsFieldErrors = useShowsFieldErrors();
  const message = showsFieldErrors && of === "action" ? undefined : error?.message;
  const isShown = useShownOnce(message, of);
  if (!message || !isShown) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 rounded-lg border border-danger-text/30 bg-danger-soft px-3 py-2 text-danger-text">
      <p role="alert" className="min-w-0 whitespace-pre-line [overflow-wrap:anywhere]">
        {message}
      </p>
      {children}
    </div>
  );
}
