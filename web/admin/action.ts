import { type UseMutationOptions, useMutation } from "@tanstack/react-query";
import { use, useEffect, useRef } from "react";
import { HIDDEN, useLayer } from "../ui/layer.ts";
import { ShowToast } from "./toasts.tsx";

interface Action<Answered, Input> extends UseMutationOptions<Answered, Error, Input> {
  /** Names the request in a toast if it ends after its dialog or screen was closed. */
  title: string;
  mutationFn: (input: Input) => Promise<Answered>;
}

/**
 * A request that changes something. Its outcome is shown by whoever uses this; when that has been closed or left before
 * the answer comes, it is told on whatever is shown instead.
 */
export function useAction<Answered, Input = void>({
  title,
  mutationFn,
  ...options
}: Action<Answered, Input>) {
  const tell = use(ShowToast);
  const layer = useLayer();
  const isInSight = useRef(false);
  useEffect(() => {
    isInSight.current = layer !== HIDDEN;
    return () => {
      isInSight.current = false;
    };
  }, [layer]);

  return useMutation({
    ...options,
    mutationFn: async (input: Input) => {
      try {
        const answered = await mutationFn(input);
        if (!isInSight.current) tell({ title });
        return answered;
      } catch (error) {
        if (!isInSight.current && error instanceof Error) tell({ title, error });
        throw error;
      }
    },
  });
}
