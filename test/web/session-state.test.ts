import { expect, test } from "vitest";
import {
  afterCheck,
  afterRefusal,
  changesAdministrator,
  type Session,
} from "../../web/admin/sign-in/session-state.ts";

const ada = { username: "ada", email: "ada@example.com" };
const bob = { username: "bob", email: "bob@example.com" };
const unknown: Session = { state: "unknown" };
const nobody: Session = { state: "nobody", hasSignedOut: false };
const signedOut: Session = { state: "nobody", hasSignedOut: true };
const adaIn: Session = { state: "signedIn", administrator: ada };
const adaEnded: Session = { state: "ended", administrator: ada };
const ended: Session = { state: "ended", administrator: undefined };

test.for([unknown, nobody, signedOut, adaIn, adaEnded, ended])(
  "tokens that work sign their administrator in: %o",
  (session) => {
    expect(afterCheck(session, bob)).toEqual({ state: "signedIn", administrator: bob });
  },
);

test.for([
  { session: unknown, next: nobody },
  { session: nobody, next: nobody },
  { session: signedOut, next: signedOut },
  { session: adaIn, next: adaEnded },
  { session: adaEnded, next: adaEnded },
])("without tokens that work, $session becomes $next", ({ session, next }) => {
  expect(afterCheck(session, undefined)).toEqual(next);
});

test.for([
  { session: unknown, next: ended },
  { session: adaIn, next: adaEnded },
  { session: adaEnded, next: adaEnded },
  { session: signedOut, next: signedOut },
])("once the tokens are refused, $session becomes $next", ({ session, next }) => {
  expect(afterRefusal(session)).toEqual(next);
});

test.for<[Session, Session, boolean]>([
  [unknown, adaIn, false],
  [nobody, adaIn, false],
  [adaIn, adaEnded, false],
  [adaEnded, adaIn, false],
  [ended, adaIn, false],
  [adaIn, signedOut, true],
  [signedOut, adaIn, true],
  [adaEnded, { state: "signedIn", administrator: bob }, true],
  [adaIn, { state: "signedIn", administrator: bob }, true],
])("from %o to %o, what was loaded is forgotten: %s", ([before, after, isForgotten]) => {
  expect(changesAdministrator(before, after)).toBe(isForgotten);
});
