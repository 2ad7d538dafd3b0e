import { useSyncExternalStore } from "react";
import { SECOND_MS } from "../../../worker/shared/time/domain.ts";

const TICK_MS = 10 * SECOND_MS;

let now = Date.now();

/** The time in milliseconds since the epoch, accurate to 10 seconds. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}

function subscribe(onChange: () => void): () => void {
  const tick = () => {
    now = Date.now();
    onChange();
  };
  tick();
  const timer = setInterval(tick, TICK_MS);
  return () => clearInterval(timer);
}
