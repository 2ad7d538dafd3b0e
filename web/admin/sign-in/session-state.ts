export interface Administrator {
  username: string;
  email: string;
}

/** When a session has ended, what its administrator has open waits for them to sign in again. */
export type Session =
  | { state: "unknown" }
  | { state: "nobody"; hasSignedOut: boolean }
  | { state: "signedIn"; administrator: Administrator }
  | { state: "ended"; administrator: Administrator | undefined };

/** @param administrator whose tokens this browser holds; undefined if it holds none that work */
export function afterCheck(session: Session, administrator: Administrator | undefined): Session {
  if (administrator) return { state: "signedIn", administrator };
  // Another tab's refused refresh removes the tokens, too: only a sign-out says that nothing is to be kept.
  return session.state === "unknown" ? { state: "nobody", hasSignedOut: false } : afterRefusal(session);
}

/** The user pool or the API refused the tokens. */
export function afterRefusal(session: Session): Session {
  return session.state === "nobody" ? session : { state: "ended", administrator: administratorOf(session) };
}

export function administratorOf(session: Session): Administrator | undefined {
  return "administrator" in session ? session.administrator : undefined;
}

/** Whether what was open and loaded must not be seen any more: its administrator left, or another one came. */
export function changesHands(before: Session, after: Session): boolean {
  if (after.state === "nobody") return after.hasSignedOut;
  if (before.state === "nobody") return before.hasSignedOut;
  const previous = administratorOf(before);
  return previous !== undefined && previous.username !== administratorOf(after)?.username;
}
