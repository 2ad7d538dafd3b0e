import type { ReactNode } from "react";
import { useRefused } from "./form.tsx";

interface SuccessProps {
  error: Error | null;
  className?: string;
  /** What has been done. */
  children: ReactNode;
}

/** Words of success, which an error takes the place of. */
export function Success({ error, className = "text-muted", children }: SuccessProps) {
  const refused = useRefused();
  return (
    <p role="status" className={className}>
      {error || refused ? null : children}
    </p>
  );
}
