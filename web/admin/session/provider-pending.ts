import type { SignInCandidate } from "../../../worker/sign-in/schema.ts";
import { TRIED_POOL_KEY } from "../runtime-settings.ts";
import { read, remove, store } from "./window-storage.ts";

/** A way to sign in that counts once somebody has signed in with it. */
export interface Trial extends SignInCandidate {
  /** The console goes on at this path afterwards. */
  returnPath: string;
}

/** A sign-in that has left the console for the provider. */
export interface Pending {
  /** Only this provider may get what the browser comes back with. */
  issuer: string;
  state: string;
  nonce: string;
  verifier: string;
  returnPath?: string;
}

const KEY = "daymark.sign-in";
const TRIAL_KEY = "daymark.sign-in-trial";
const TRIED_KEY = "daymark.sign-in-tried";

/** Session storage belongs to one window, so a link from elsewhere can't finish a sign-in. */
export function storePending(pending: Pending): void {
  store(KEY, pending);
}

export function takePending(): Pending | undefined {
  const pending = read<Pending>(KEY);
  remove(KEY);
  return pending;
}

export function storeTrial(trial: Trial): void {
  store(TRIAL_KEY, trial);
}

export function pendingTrial(): Trial | undefined {
  return read(TRIAL_KEY);
}

/** It is true if this window has tried a sign-in before, and none has succeeded since. */
export function isTriedAgain(): boolean {
  return read(TRIED_KEY) !== undefined;
}

export function markTried(): void {
  store(TRIED_KEY, {});
}

export function forgetTries(): void {
  remove(TRIED_KEY);
}

export function forgetTrial(): void {
  remove(TRIAL_KEY);
  remove(TRIED_POOL_KEY);
}
