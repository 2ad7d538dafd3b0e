import { useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { HIDDEN, useLayer } from "./layer.ts";

interface MessageSlot {
  message: string;
  /** The place with the highest rank among those with the same message shows it. */
  rank: number;
}

/** Added to the layer, so that within one the error closest to the last action is shown. */
const ranks = { outcome: -1, load: 0, action: 0.5 };

const slots = new Set<MessageSlot>();
const listeners = new Set<() => void>();

/** One cause, such as an unreachable server, can fail many requests. Its message is shown in one place only. */
export function useShownOnce(message: string | undefined, of: keyof typeof ranks): boolean {
  const own = useRef<MessageSlot>(undefined);
  const layer = useLayer();

  useLayoutEffect(() => {
    if (message === undefined || layer === HIDDEN) return;
    const slot = { message, rank: layer + ranks[of] };
    own.current = slot;
    change(() => slots.add(slot));
    return () => {
      own.current = undefined;
      change(() => slots.delete(slot));
    };
  }, [message, of, layer]);

  return useSyncExternalStore(
    subscribe,
    () => message !== undefined && highestRanked(message) === own.current,
  );
}

function highestRanked(message: string): MessageSlot | undefined {
  return [...slots]
    .filter((shower) => shower.message === message)
    .reduce<MessageSlot | undefined>(
      (best, shower) => (best && best.rank >= shower.rank ? best : shower),
      undefined,
    );
}

function change(apply: () => void): void {
  apply();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
