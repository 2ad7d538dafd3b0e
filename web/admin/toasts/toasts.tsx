import { createContext, type ReactNode, useState } from "react";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { useSession } from "../session/session.ts";
import { remains, type Toast, withExpiry } from "./toast.ts";

const ToastStack = lazyPart("toasts", async () => (await import("./toast-stack.tsx")).ToastStack);

export const ShowToast = createContext<(toast: Toast) => void>(() => undefined);

/** Shows what was saved, with Undo, and the outcome of requests whose dialog or screen was closed before they ended. */
export function Toasts({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const session = useSession();
  // The next administrator must not see what this one did.
  if (session.state === "nobody" && toasts.length > 0) setToasts([]);

  const [{ showToast, dismiss }] = useState(() => ({
    showToast: (toast: Toast) =>
      setToasts((before) => [...before.filter((each) => remains(each, toast)), withExpiry(toast)]),
    dismiss: (id: string) => setToasts((before) => before.filter((each) => each.id !== id)),
  }));

  return (
    <ShowToast value={showToast}>
      {children}
      {/* An open dialog does not hide `aria-live` regions from assistive technology. */}
      <div aria-live="polite" className="toasts pointer-events-none fixed z-60">
        {toasts.length > 0 && (
          <ToastStack toasts={toasts} setToasts={setToasts} showToast={showToast} onDismiss={dismiss} />
        )}
      </div>
    </ShowToast>
  );
}
