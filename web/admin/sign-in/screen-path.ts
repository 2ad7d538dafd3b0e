import { useLocation, useSearch } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import { useSession } from "../session/session.ts";

export const signInPath = "/signin";

/** An address of one item is shared, so the sign-in leads back to it. After it, every other address leads to the first screen. */
export const isShared = (path: string) => /^\/(incidents|maintenances)\/./.test(path);

/** The administrator was here when the session ended. The browser's history keeps it. */
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

/** The query of the screen's address, with its question mark. */
export function useScreenSearch(): string {
  const search = useSearch();
  const [location] = useLocation();
  const returnPath = useReturnPath();
  if (location === signInPath && returnPath !== undefined) return /\?[^#]*/.exec(returnPath)?.[0] ?? "";
  return search && `?${search}`;
}
