import { useState } from "react";

const KEY = "daymark.setUp";

/** This browser remembers what no data shows: steps that are ticked by hand, and whether the list is hidden. */
export function useTicks() {
  const [ticks, setTicks] = useState(readTicks);
  function tick(step: string) {
    const next = ticks.includes(step) ? ticks.filter((each) => each !== step) : [...ticks, step];
    setTicks(next);
    writeTicks(next);
  }
  // Something else may have ticked a step.
  const reread = () => setTicks(readTicks());
  return { ticks, tick, reread };
}

/** Ticks a step that another screen has just done. */
export function tickStep(step: string): void {
  const ticks = readTicks();
  if (!ticks.includes(step)) writeTicks([...ticks, step]);
}

function writeTicks(ticks: readonly string[]): void {
  try {
    localStorage.setItem(KEY, ticks.join());
  } catch {
    // Without storage, the ticks last until the page is left.
  }
}

function readTicks(): string[] {
  try {
    return localStorage.getItem(KEY)?.split(",") ?? [];
  } catch {
    return [];
  }
}
