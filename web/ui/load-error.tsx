import { useState } from "react";
import { Button } from "./button.tsx";
import { ErrorArea } from "./error-area.tsx";

interface Load {
  error: Error | null;
  /** Nothing has come yet, and nothing has failed since it was last tried. */
  isPending: boolean;
  isFetching: boolean;
  refetch: () => unknown;
}

/** Why a load failed. It stays in sight while the load is tried again: it would flicker otherwise. */
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
