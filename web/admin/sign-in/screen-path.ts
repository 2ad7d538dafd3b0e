import { useLocation } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import { useSession } from "./session.ts";

export const signInPath = "/signin";

/** On the sign-in page: where somebody was when their session ended, kept by the browser's history. */
export function useBack(): string | undefined {
  const { back }: { back?: string } = useHistoryState() ?? {};
  return back;
}

/** The path whose screen is to be seen, or to be kept beneath the sign-in page. */
export function usePlace(): string {
  const [location] = useLocation();
  const session = useSession();
  const back = useBack();
  const path = location.replace(/(?<=.)\/+$/, "");
  const stays = path === signInPath && back !== undefined && session?.state !== "nobody";
  return stays ? back.replace(/[?#].*/, "") : path;
}
