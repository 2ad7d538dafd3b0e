import type { QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { clearResponses } from "../revalidate.ts";
import { announceSignOut, watchOtherTabs } from "./other-tabs.ts";
import { isRefused, isUnreachable } from "./session-errors.ts";
import {
  type Administrator,
  administratorOf,
  afterCheck,
  afterRefusal,
  mustDiscardScreens,
  type Session,
} from "./session-state.ts";
import { cancelRefresh } from "./sign-outs.ts";
import { claimsIn, type Tokens } from "./token-storage.ts";
import { dropTokens, readTokens, renewTokens } from "./tokens.ts";

let session: Session = { state: "unknown" };
const listeners = new Set<(before: Session) => void>();

export function useSession(): Session {
  return useSyncExternalStore(subscribe, () => session);
}

function subscribe(listener: (before: Session) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: Session): void {
  const before = session;
  session = next;
  if (next.state === "ended" && before.state !== "ended") dropTokens();
  for (const listener of listeners) listener(before);
}

/** Call once a page load, before anything is rendered. */
export function startSession(client: QueryClient): () => void {
  session = { state: "unknown" };
  const unsubscribe = subscribe((before) => {
    if (!mustDiscardScreens(before, session)) return;
    client.clear();
    clearResponses();
  });
  const unwatch = watchOtherTabs({ onSignOut: endSession, onTokens: () => void checkSession() });
  void checkSession();
  return () => {
    unsubscribe();
    unwatch();
  };
}

export async function checkSession(): Promise<void> {
  try {
    const tokens = await readTokens();
    change(afterCheck(session, tokens ? administratorIn(tokens) : undefined));
  } catch (error) {
    if (!isUnreachable(error))
      change(isRefused(error) ? afterRefusal(session) : afterCheck(session, undefined));
    else if (session.state === "unknown") change({ state: "unknown", error });
  }
}

function administratorIn({ source, idToken: token }: Tokens): Administrator {
  const { sub, email = "", "cognito:username": username = sub } = claimsIn(token);
  return { source, sub: String(sub), username: String(username), email: String(email) };
}

/** @returns an empty string if nobody is signed in; after the end of a session it waits for the next one */
export async function idToken(): Promise<string> {
  await waitForSignIn();
  try {
    const tokens = await readTokens();
    return tokens?.idToken ?? "";
  } catch (error) {
    if (isRefused(error)) change(afterRefusal(session));
    if (session.state === "ended") return idToken();
    throw error;
  }
}

/** Never resolves if someone else signs in: a request of the first administrator must not be sent in another's name. */
function waitForSignIn(): Promise<void> {
  return new Promise((resolve) => {
    if (session.state !== "ended") return resolve();
    const unsubscribe = subscribe((before) => {
      if (session.state === "ended") return;
      unsubscribe();
      if (!mustDiscardScreens(before, session)) resolve();
    });
  });
}

/** Returns a new token after the API refused one: a refreshed one, or that of the next session. */
export async function replaceIDToken(refused: string): Promise<string> {
  const token = await idToken();
  if (token !== refused) return token;
  if (!administratorOf(session)) throw new Error("User is not authenticated");
  const isRenewed = await renewTokens(refused).catch((error: unknown) => {
    if (isUnreachable(error)) throw error;
    return false;
  });
  if (!isRenewed) change(afterRefusal(session));
  return idToken();
}

export function signOut(): void {
  dropTokens(true);
  announceSignOut();
  endSession();
}

function endSession(): void {
  cancelRefresh();
  change({ state: "nobody", hasSignedOut: true });
}
