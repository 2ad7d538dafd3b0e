import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import type { CognitoUser, CognitoUserSession } from "amazon-cognito-identity-js";
import { forgetAnswers } from "../revalidate.ts";
import { dropTokens, userPool } from "./user-pool.ts";

interface Administrator {
  username: string;
  email: string;
}

/** When a session has ended, what its administrator has open waits for them to sign in again. */
export type Session =
  | { state: "nobody"; signedOut: boolean }
  | { state: "signedIn"; administrator: Administrator }
  | { state: "ended"; administrator: Administrator | undefined };

/** Tokens that are about to expire might do so on their way. */
const EXPIRY_WINDOW_SECONDS = 15;
const SIGN_OUT_CHANNEL = "daymark-sign-out";

/** Read once a page load, and again when something says that it changed. */
export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: ({ client }) => checkSession(client),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});

/** Undefined until it is known. */
export function useSession(): Session | undefined {
  return useQuery(sessionQuery).data;
}

let working: Administrator | undefined;
/** From the end of a session until the next one: calls wait for it. */
let pause: (PromiseWithResolvers<void> & { administrator: Administrator | undefined }) | undefined;
/** Here or in another tab, and nobody has signed in since. */
let signedOut = false;
let signOuts = 0;
const listeners = new Set<() => void>();

async function checkSession(client: QueryClient): Promise<Session> {
  const administrator = await currentAdministrator();
  // Tokens that vanish may have been refused to another tab: only a sign-out says that nothing is to be kept.
  if (!administrator && working) endSession();
  if (!administrator && pause) return { state: "ended", administrator: pause.administrator };

  const other = working && working.username !== administrator?.username;
  if (other || signedOut) forget(client);
  if (!other) pause?.resolve(); // else what somebody else had begun is never sent
  pause = undefined;
  working = administrator;
  if (!administrator) return { state: "nobody", signedOut };
  signedOut = false;
  return { state: "signedIn", administrator };
}

async function currentAdministrator(): Promise<Administrator | undefined> {
  try {
    const session = await currentSession();
    if (!session) return undefined;
    const { sub, email = "", "cognito:username": username = sub } = session.getIdToken().payload;
    return { username: String(username), email: String(email) };
  } catch (error) {
    // A failed session check is not authorized; one that could not be made says nothing new.
    return error instanceof Error && isNetworkError(error.cause) ? working : undefined;
  }
}

/** What an administrator saw goes with them. */
function forget(client: QueryClient): void {
  const [session] = sessionQuery.queryKey;
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== session });
  client.getMutationCache().clear();
  forgetAnswers();
}

/**
 * For the `Authorization` header: the session's id token, refreshed when it is about to expire; empty if no user. While
 * somebody signs in again it waits for them.
 */
export async function idToken(): Promise<string> {
  await pause?.promise;
  try {
    const session = await currentSession();
    return session?.getIdToken().getJwtToken() ?? "";
  } catch (error) {
    if (pause) return idToken();
    throw error;
  }
}

/** An id token in the place of one that the API refused: a fresh one, or else that of the next session. */
export async function idTokenInsteadOf(refused: string): Promise<string> {
  const token = await idToken();
  if (token !== refused) return token;
  if (!working) throw new Error("User is not authenticated");
  if (token === "" || token === renewed) endSession();
  else await renew(token);
  return idToken();
}

/** The last token that was fetched because the API refused another: a refresh does not help that one either. */
let renewed: string | undefined;
let renewing: Promise<void> | undefined;

function renew(refused: string): Promise<void> {
  const refreshing = async () => {
    const user = userPool().getCurrentUser();
    if (!user) return;
    const session = await sessionOf(user);
    if (session.getIdToken().getJwtToken() !== refused) return; // another tab was first
    renewed = (await unlessSignedOut(user, refresh(user, session))).getIdToken().getJwtToken();
  };
  renewing ??= alone(refreshing)
    .catch((cause) => {
      if (isNetworkError(cause)) throw new Error("failed to get session", { cause });
      endSession();
    })
    .finally(() => {
      renewing = undefined;
    });
  return renewing;
}

let reading: Promise<CognitoUserSession | null> | undefined;

/** Requests that start together share one look, and one refresh: a pool may rotate its refresh tokens. */
function currentSession(): Promise<CognitoUserSession | null> {
  reading ??= alone(readSession).finally(() => {
    reading = undefined;
  });
  return reading;
}

/** One tab at a time, so that two of them do not use the same refresh token; the second finds what the first got. */
function alone<Result>(read: () => Promise<Result>): Promise<Result> {
  // Browsers have locks on https and on localhost only.
  return navigator.locks ? navigator.locks.request("daymark-session", read) : read();
}

async function readSession(): Promise<CognitoUserSession | null> {
  const user = userPool().getCurrentUser();
  if (!user) return null;
  try {
    return await unlessSignedOut(user, lastingSession(user));
  } catch (cause) {
    if (isRefusal(cause)) endSession();
    throw new Error("failed to get session", { cause });
  }
}

async function lastingSession(user: CognitoUser): Promise<CognitoUserSession> {
  const session = await sessionOf(user);
  if (!endsSoon(session) || !session.getRefreshToken().getToken()) return session;
  return refresh(user, session).catch((error) => {
    if (isRefusal(error)) throw error;
    return session; // for its last seconds
  });
}

/** As it is kept, or refreshed if it has expired. */
export function sessionOf(user: CognitoUser): Promise<CognitoUserSession> {
  return new Promise((resolve, reject) => {
    user.getSession((error: Error | null, session: CognitoUserSession | null) => {
      if (session) resolve(session);
      else reject(error);
    });
  });
}

function refresh(user: CognitoUser, session: CognitoUserSession): Promise<CognitoUserSession> {
  return new Promise((resolve, reject) => {
    user.refreshSession(session.getRefreshToken(), (error, refreshed) => {
      if (error) reject(error);
      else resolve(refreshed);
    });
  });
}

/** The library keeps what a refresh brings, even if the administrator has signed out meanwhile. */
async function unlessSignedOut<Result>(user: CognitoUser, reading: Promise<Result>): Promise<Result> {
  const before = signOuts;
  const result = await reading;
  if (signOuts === before) return result;
  dropTokens(user);
  throw new Error("User is not authenticated");
}

function endsSoon(session: CognitoUserSession): boolean {
  const { getClockDrift } = session as CognitoUserSession & { getClockDrift(): number }; // not in the types
  const now = Date.now() / 1000 - getClockDrift.call(session);
  const end = Math.min(session.getIdToken().getExpiration(), session.getAccessToken().getExpiration());
  return end - now < EXPIRY_WINDOW_SECONDS;
}

function isRefusal(error: unknown): boolean {
  return error instanceof Error && error.name === "NotAuthorizedException";
}

function isNetworkError(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "NetworkError";
}

/** The tokens go, what is open stays. */
function endSession(): void {
  if (pause) return;
  dropTokens(userPool().getCurrentUser());
  pause = { ...Promise.withResolvers<void>(), administrator: working };
  tell();
}

export function signOut(): void {
  dropTokens(userPool().getCurrentUser());
  const otherTabs = new BroadcastChannel(SIGN_OUT_CHANNEL);
  otherTabs.postMessage("signed out");
  otherTabs.close();
  drop();
}

/** Nobody is waited for. */
function drop(): void {
  signOuts++;
  signedOut = true;
  working = undefined;
  pause = undefined;
  tell();
}

function tell(): void {
  for (const changed of listeners) changed();
}

/** @param changed called when the session may be another one, because of this tab or of another */
export function watchSession(changed: () => void): () => void {
  const look = ({ key }: StorageEvent) => {
    // The library tries the storage out whenever it is asked, which the other tabs hear too.
    if (!key?.startsWith("aws.cognito.")) changed();
  };
  const otherTabs = new BroadcastChannel(SIGN_OUT_CHANNEL);
  otherTabs.addEventListener("message", drop);
  window.addEventListener("storage", look);
  listeners.add(changed);
  return () => {
    otherTabs.close();
    window.removeEventListener("storage", look);
    listeners.delete(changed);
  };
}
