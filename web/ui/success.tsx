import type { ReactNode } from "react";
import { useShowsFieldErrors } from "./form.tsx";

interface SuccessProps {
  error: Error | null;
  className?: string;
  children: ReactNode;
}

export function Success({ error, className = "text-muted", children }: SuccessProps) {
  const showsFieldErrors = useShowsFieldErrors();
  return (
    <p role="status" className={className}>
      {error || showsFieldErrors ? null : children}
    </p>
  );
}
