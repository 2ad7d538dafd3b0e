import type { Tokens } from "./token-storage.ts";

export interface Administrator extends Pick<Tokens, "source"> {
  /** The issuer's ID of the user, which it gives to nobody else. */
  sub: string;
  username: string;
  email: string;
}

/** After the state `ended`, everything stays open until the administrator signs in again. */
export type Session =
  /** `error` says why the stored tokens can't be checked. */
  | { state: "unknown"; error?: Error }
  | { state: "nobody"; hasSignedOut: boolean }
  | { state: "signedIn"; administrator: Administrator }
  | { state: "ended"; administrator: Administrator | undefined };

/** @param administrator whose tokens this browser holds; undefined if it holds none that work */
export function afterCheck(session: Session, administrator: Administrator | undefined): Session {
  if (administrator) return { state: "signedIn", administrator };
  // A refused refresh in another tab removes the tokens too. Only a sign-out closes what is open.
  return session.state === "unknown" ? { state: "nobody", hasSignedOut: false } : afterRefusal(session);
}

export function afterRefusal(session: Session): Session {
  return session.state === "nobody" ? session : { state: "ended", administrator: administratorOf(session) };
}

export function administratorOf(session: Session): Administrator | undefined {
  return "administrator" in session ? session.administrator : undefined;
}

export function mustDiscardScreens(before: Session, after: Session): boolean {
  if (after.state === "nobody") return after.hasSignedOut;
  if (before.state === "nobody") return before.hasSignedOut;
  const previous = administratorOf(before);
  return previous !== undefined && previous.username !== administratorOf(after)?.username;
}
