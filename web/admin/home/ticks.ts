import { useState } from "react";

const KEY = "daymark.setUp";

/** This browser remembers what no data shows: steps that are ticked by hand, and whether the list is hidden. */
export function useTicks() {
  const [ticks, setTicks] = useState(readTicks);
  function tick(step: string) {
    const next = ticks.includes(step) ? ticks.filter((each) => each !== step) : [...ticks, step];
    setTicks(next);
    try {
      localStorage.setItem(KEY, next.join());
    } catch {
      // Without storage, the ticks last until the page is left.
    }
  }
  return { ticks, tick };
}

function readTicks(): string[] {
  try {
    return localStorage.getItem(KEY)?.split(",") ?? [];
  } catch {
    return [];
  }
}
