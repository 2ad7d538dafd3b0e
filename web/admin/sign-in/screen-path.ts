import { useLocation } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import { useSession } from "./session.ts";

export const signInPath = "/signin";

/** On the sign-in page: where somebody was when their session ended. The browser's history keeps it. */
export function useReturnPath(): string | undefined {
  const { returnPath }: { returnPath?: string } = useHistoryState() ?? {};
  return returnPath;
}

/** The path of the screen to show; after the end of a session, of the one to keep below the sign-in page. */
export function useScreenPath(): string {
  const [location] = useLocation();
  const session = useSession();
  const returnPath = useReturnPath();
  const path = location.replace(/(?<=.)\/+$/, "");
  const isKept = path === signInPath && returnPath !== undefined && session.state !== "nobody";
  return isKept ? returnPath.replace(/[?#].*/, "") : path;
}
