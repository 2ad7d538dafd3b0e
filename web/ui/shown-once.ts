import { useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { HIDDEN, useLayer } from "./layer.ts";

interface Shower {
  message: string;
  /** The place with the highest rank among those with the same message shows it. */
  rank: number;
}

/** The error that is closest to the last action wins within a layer. */
const ranks = { outcome: -1, load: 0, action: 0.5 };

const showers = new Set<Shower>();
const listeners = new Set<() => void>();

/** One cause, such as an unreachable server, can fail many requests. Its message is shown in one place only. */
export function useShownOnce(message: string | undefined, of: keyof typeof ranks): boolean {
  const own = useRef<Shower>(undefined);
  const layer = useLayer();

  useLayoutEffect(() => {
    if (message === undefined || layer === HIDDEN) return;
    const shower = { message, rank: layer + ranks[of] };
    own.current = shower;
    change(() => showers.add(shower));
    return () => {
      own.current = undefined;
      change(() => showers.delete(shower));
    };
  }, [message, of, layer]);

  return useSyncExternalStore(
    subscribe,
    () => message !== undefined && highestRanked(message) === own.current,
  );
}

function highestRanked(message: string): Shower | undefined {
  return [...showers]
    .filter((shower) => shower.message === message)
    .reduce<Shower | undefined>(
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
