import { canBeSetUp, isPrivateLog, newSetupKey } from "../start/setup-key.ts";
import { machine } from "./machine.ts";

const NO_LINK =
  "Nobody can sign in yet. The log of a workflow may be public, so no setup link is printed: docs/sign-in.md says how to make one.";

interface Installation {
  /** Whether its variables have a way to sign in. The console may have one, too. */
  hasSignIn: boolean;
  isFirst: boolean;
  statusPageURL: string;
}

/** @returns the secret that makes its holder the first administrator, while nobody can sign in */
export async function makeSetupSecret(
  { hasSignIn, isFirst, statusPageURL }: Installation,
  warn: (warning: string) => void,
): Promise<{ SETUP_KEY?: string }> {
  if (hasSignIn || !(isFirst || (await canBeSetUp(statusPageURL)))) return {};
  if (isPrivateLog(machine().env)) return { SETUP_KEY: newSetupKey() };
  warn(NO_LINK);
  return {};
}
