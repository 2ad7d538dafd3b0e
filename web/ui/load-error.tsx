import { useState } from "react";
import { Button } from "./button.tsx";
import { ErrorArea } from "./error-area.tsx";

interface Load {
  error: Error | null;
  isPending: boolean;
  isFetching: boolean;
  refetch: () => unknown;
}

/** The error stays while the load is retried. Otherwise it would flicker. */
export function useLoadError({ error, isPending }: Omit<Load, "isFetching" | "refetch">): Error | null {
  const [last, setLast] = useState(error);
  const current = error ?? (isPending ? last : null);
  if (current !== last) setLast(current);
  return current;
}

export function LoadError({ load, retry = load.refetch }: { load: Load; retry?: () => unknown }) {
  const error = useLoadError(load);
  return (
    <ErrorArea error={error} of="load">
      <Button busy={load.isFetching} onClick={() => void retry()}>
        Try again
      </Button>
    </ErrorArea>
  );
}
