import { type UseMutationOptions, useMutation } from "@tanstack/react-query";
import { use, useEffect, useId, useRef } from "react";
import { HIDDEN, useLayer } from "../ui/layer.ts";
import type { Announcement } from "./toasts/toast.ts";
import { ShowToast } from "./toasts/toasts.tsx";

interface Action<Result, Input> extends UseMutationOptions<Result, Error, Input> {
  /** Names the request in a toast if its dialog or screen is closed before it ends. */
  title: string;
  mutationFn: (input: Input) => Promise<Result>;
  /** The toast about a success, even if the dialog or screen is still visible. */
  announce?: (result: Result, input: Input) => Announcement | undefined;
}

/**
 * A request that changes something. The same input is not sent again while it is on its way: a second press can come before
 * the button is rendered as busy. The caller shows the outcome. If the caller is closed or hidden before, a toast says that
 * the request is still on its way, and then its outcome.
 */
export function useAction<Result, Input = void>({
  title,
  mutationFn,
  announce,
  ...options
}: Action<Result, Input>) {
  const showToast = use(ShowToast);
  const layer = useLayer();
  const id = useId();
  const isVisible = useRef(false);
  const pending = useRef(new Map<string, string>());
  const startCount = useRef(0);
  const running = useRef(new Set<Input>());
  useEffect(() => {
    isVisible.current = layer !== HIDDEN;
    return () => {
      isVisible.current = false;
      for (const [toastID, pendingTitle] of pending.current)
        showToast({ id: toastID, title: pendingTitle, state: "saving" });
    };
  }, [layer, showToast]);

  const mutation = useMutation({
    ...options,
    mutationFn: async (input: Input) => {
      startCount.current += 1;
      const toastID = `${id}${startCount.current}`;
      pending.current.set(toastID, title);
      try {
        const result = await mutationFn(input);
        const announcement = announce?.(result, input);
        if (announcement || !isVisible.current)
          showToast({ id: toastID, title, state: "done", ...(announcement && { announcement }) });
        return result;
      } catch (error) {
        if (!isVisible.current && error instanceof Error)
          showToast({ id: toastID, title, state: "failed", error });
        throw error;
      } finally {
        pending.current.delete(toastID);
        running.current.delete(input);
      }
    },
  });
  const mutate: typeof mutation.mutate = (...request) => {
    const input = request[0] as Input; // It is left out if its type is void.
    if (running.current.has(input)) return;
    running.current.add(input);
    mutation.mutate(...request);
  };
  return { ...mutation, mutate };
}
