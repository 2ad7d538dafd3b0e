import { useSyncExternalStore } from "react";

/** Parts that are loaded late use it, where classes would add to the style sheet that every screen loads first. */
export function useIsNarrower(rem: number): boolean {
  const query = `(width < ${rem}rem)`;
  return useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query);
      list.addEventListener("change", onChange);
      return () => list.removeEventListener("change", onChange);
    },
    () => matchMedia(query).matches,
  );
}

/** The width from which Tailwind's `sm` applies. */
export const useIsPhone = () => useIsNarrower(40);
