import type { ReactNode } from "react";
import { useRefused } from "./form.tsx";

interface SuccessProps {
  error: Error | null;
  className?: string;
  children: ReactNode;
}

/** An error hides the success before it. */
export function Success({ error, className = "text-muted", children }: SuccessProps) {
  const refused = useRefused();
  return (
    <p role="status" className={className}>
      {error || refused ? null : children}
    </p>
  );
}
