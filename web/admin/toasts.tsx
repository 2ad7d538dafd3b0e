import { createContext, type ReactNode, useState } from "react";
import { IconButton } from "../ui/button.tsx";
import { CloseIcon } from "../ui/icons.tsx";
import { useShownOnce } from "../ui/shown-once.ts";
import { useSession } from "./sign-in/session.ts";

interface Outcome {
  title: string;
  /** Absent on success. */
  error?: Error;
}

export const ShowToast = createContext<(outcome: Outcome) => void>(() => undefined);

/** Shows the outcome of requests whose dialog or screen was closed before they ended. */
export function Toasts({ children }: { children: ReactNode }) {
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const session = useSession();
  // The next administrator must not see what this one did.
  if (session.state === "nobody" && outcomes.length > 0) setOutcomes([]);

  // A new toast replaces all successes, and a failure of the same request.
  const [showToast] = useState(
    () => (outcome: Outcome) =>
      setOutcomes((before) => [
        ...before.filter(({ title, error }) => error && title !== outcome.title),
        outcome,
      ]),
  );

  return (
    <ShowToast value={showToast}>
      {children}
      {/* An open dialog does not hide `aria-live` regions from assistive technology. The toasts must not cover its buttons. */}
      <div
        aria-live="polite"
        className="pointer-events-none fixed inset-x-4 top-4 z-60 grid gap-2 sm:top-auto sm:right-auto sm:bottom-4 sm:w-96"
      >
        {outcomes.map((outcome) => (
          <ToastNote
            key={outcome.title}
            {...outcome}
            onDismiss={() => setOutcomes((before) => before.filter((each) => each !== outcome))}
          />
        ))}
      </div>
    </ShowToast>
  );
}

function ToastNote({ title, error, onDismiss }: Outcome & { onDismiss: () => void }) {
  const isShown = useShownOnce(error?.message, "outcome");
  return (
    <div
      className={`pointer-events-auto flex animate-rise items-start justify-between gap-2 rounded-xl border bg-raised py-2 pr-2 pl-4 shadow-float ${error ? "border-danger-text/40 text-danger-text" : "border-line"}`}
    >
      <div role={error ? "alert" : "status"} className="min-w-0 py-1.5 [overflow-wrap:anywhere]">
        <p className="font-medium">
          {title}: {error ? "failed" : "done"}
        </p>
        {isShown && <p className="whitespace-pre-line">{error?.message}</p>}
      </div>
      <IconButton tip="Dismiss" label={`Dismiss ${title}`} onClick={onDismiss}>
        <CloseIcon />
      </IconButton>
    </div>
  );
}
