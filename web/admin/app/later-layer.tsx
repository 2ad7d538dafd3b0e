import { useEffect, useLayoutEffect, useRef } from "react";
import { TooltipLayer } from "../../ui/tooltip.tsx";
import { useScreenPath } from "../sign-in/screen-path.ts";

/** The first screen loads without this. */
export function LaterLayer() {
  useScrollToTop(useScreenPath());
  return <TooltipLayer />;
}

/** A screen that is opened starts at its top. After a step back, the browser scrolls to where that screen was. */
function useScrollToTop(path: string): void {
  const last = useRef({ path, isBack: false });
  useEffect(() => {
    const onPopState = () => {
      last.current.isBack = true;
    };
    // It is called before the listener that renders the screen.
    window.addEventListener("popstate", onPopState, true);
    return () => window.removeEventListener("popstate", onPopState, true);
  }, []);
  useLayoutEffect(() => {
    const { path: before, isBack } = last.current;
    if (path !== before && !isBack) window.scrollTo(0, 0);
    last.current = { path, isBack: false };
  }, [path]);
}
