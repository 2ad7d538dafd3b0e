import { useLocation } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import { useSession } from "./session.ts";

export const signInPath = "/signin";

/** Where the administrator was when the session ended. The browser's history keeps it. */
export function useReturnPath(): string | undefined {
  const { returnPath }: { returnPath?: string } = useHistoryState() ?? {};
  return returnPath;
}

/** After the end of a session, this is the screen that stays below the sign-in page. */
export function useScreenPath(): string {
  const [location] = useLocation();
  const session = useSession();
  const returnPath = useReturnPath();
  const path = location.replace(/(?<=.)\/+$/, "");
  const isKept = path === signInPath && returnPath !== undefined && session.state !== "nobody";
  return isKept ? returnPath.replace(/[?#].*/, "") : path;
}
