import { expect, test } from "vitest";
import {
  afterCheck,
  afterRefusal,
  mustDiscardScreens,
  type Session,
} from "../../../web/admin/session/session-state.ts";

const ada = { source: "pool", sub: "1", username: "ada", email: "ada@example.com" } as const;
const bob = { source: "pool", sub: "2", username: "bob", email: "bob@example.com" } as const;
const unknown: Session = { state: "unknown" };
const nobody: Session = { state: "nobody", hasSignedOut: false };
const signedOut: Session = { state: "nobody", hasSignedOut: true };
const adaSignedIn: Session = { state: "signedIn", administrator: ada };
const adaEnded: Session = { state: "ended", administrator: ada };
const ended: Session = { state: "ended", administrator: undefined };

test.for([unknown, nobody, signedOut, adaSignedIn, adaEnded, ended])(
  "from %o, valid tokens sign their administrator in",
  (session) => {
    expect(afterCheck(session, bob)).toEqual({ state: "signedIn", administrator: bob });
  },
);

test.for([
  { session: unknown, next: nobody },
  { session: nobody, next: nobody },
  { session: signedOut, next: signedOut },
  { session: adaSignedIn, next: adaEnded },
  { session: adaEnded, next: adaEnded },
])("without valid tokens $session becomes $next", ({ session, next }) => {
  expect(afterCheck(session, undefined)).toEqual(next);
});

test.for([
  { session: unknown, next: ended },
  { session: adaSignedIn, next: adaEnded },
  { session: adaEnded, next: adaEnded },
  { session: signedOut, next: signedOut },
])("after the API refuses the tokens $session becomes $next", ({ session, next }) => {
  expect(afterRefusal(session)).toEqual(next);
});

test.for<[Session, Session, boolean]>([
  [unknown, adaSignedIn, false],
  [nobody, adaSignedIn, false],
  [adaSignedIn, adaEnded, false],
  [adaEnded, adaSignedIn, false],
  [ended, adaSignedIn, false],
  [adaSignedIn, signedOut, true],
  [signedOut, adaSignedIn, true],
  [adaEnded, { state: "signedIn", administrator: bob }, true],
  [adaSignedIn, { state: "signedIn", administrator: bob }, true],
])("from %o to %o, loaded screens are discarded: %s", ([before, after, isDiscarded]) => {
  expect(mustDiscardScreens(before, after)).toBe(isDiscarded);
});
