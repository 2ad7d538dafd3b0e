import { type UseMutationOptions, useMutation } from "@tanstack/react-query";
import { use, useEffect, useRef } from "react";
import { HIDDEN, useLayer } from "../ui/layer.ts";
import { ShowToast } from "./toasts.tsx";

interface Action<Result, Input> extends UseMutationOptions<Result, Error, Input> {
  /** Names the request in a toast if it ends after its dialog or screen was closed. */
  title: string;
  mutationFn: (input: Input) => Promise<Result>;
}

/** A request that changes something. The caller shows its outcome; a toast does if the caller is gone or hidden by then. */
export function useAction<Result, Input = void>({ title, mutationFn, ...options }: Action<Result, Input>) {
  const showToast = use(ShowToast);
  const layer = useLayer();
  const isVisible = useRef(false);
  useEffect(() => {
    isVisible.current = layer !== HIDDEN;
    return () => {
      isVisible.current = false;
    };
  }, [layer]);

  return useMutation({
    ...options,
    mutationFn: async (input: Input) => {
      try {
        const result = await mutationFn(input);
        if (!isVisible.current) showToast({ title });
        return result;
      } catch (error) {
        if (!isVisible.current && error instanceof Error) showToast({ title, error });
        throw error;
      }
    },
  });
}
