import { useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { HIDDEN, useLayer } from "./layer.ts";

interface Place {
  message: string;
  /** The place with the highest rank among those with the same message shows it. */
  rank: number;
}

/** The error that is closest to the last action wins within a layer. */
const ranks = { outcome: -1, load: 0, action: 0.5 };

const places = new Set<Place>();
const listeners = new Set<() => void>();

/** One cause, such as an unreachable server, can fail many requests. Its message is shown in one place only. */
export function useShownOnce(message: string | undefined, of: keyof typeof ranks): boolean {
  const own = useRef<Place>(undefined);
  const layer = useLayer();

  useLayoutEffect(() => {
    if (message === undefined || layer === HIDDEN) return;
    const place = { message, rank: layer + ranks[of] };
    own.current = place;
    change(() => places.add(place));
    return () => {
      own.current = undefined;
      change(() => places.delete(place));
    };
  }, [message, of, layer]);

  return useSyncExternalStore(
    subscribe,
    () => message !== undefined && highestRanked(message) === own.current,
  );
}

function highestRanked(message: string): Place | undefined {
  return [...places]
    .filter((place) => place.message === message)
    .reduce<Place | undefined>((best, place) => (best && best.rank >= place.rank ? best : place), undefined);
}

function change(apply: () => void): void {
  apply();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
