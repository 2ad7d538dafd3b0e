import { forbidden, type HttpError, stateConflict, tooLate } from "../http/errors.ts";
import { sha256 } from "../shared/hash.ts";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "../shared/time/domain.ts";
import { publicSignIn, readSignIn } from "./active.ts";

const HOW_TO_MAKE_ONE = "Make a new key with `npm run deploy`, or as docs/sign-in.md says.";
/** When it was made, in seconds since the epoch, and 32 random bytes: nobody can guess it, so a right key is never refused for the guesses of others. */
const FORMAT = /^(\d{10})\.[\w-]{43}$/;

/**
 * The key makes its holder the first administrator, for a day, and only while nobody can sign in.
 * @returns its hash
 * @throws HttpError 403 for a wrong key, 409 if the installation is set up, 410 for a key that has expired
 */
export async function requireSetupKey(env: Env, key: string): Promise<string> {
  const current = parseKey(env);
  const encoder = new TextEncoder();
  const [digest, expected] = await Promise.all(
    [key, current.key].map((each) => crypto.subtle.digest("SHA-256", encoder.encode(each))),
  );
  if (!digest || !expected || !crypto.subtle.timingSafeEqual(digest, expected))
    throw forbidden("This setup key isn't right. Use the newest link of the deployment.");
  // Guesses don't reach the database.
  await requireNotSetUp(env);
  if (isExpired(current.madeAt)) throw expired();
  return sha256(key);
}

/** Call again before a candidate of this key counts: the installation may have been set up meanwhile, or got another key. */
export async function requireCurrentSetupKey(env: Env, keyHash: string): Promise<void> {
  await requireNotSetUp(env);
  const { key, madeAt } = parseKey(env);
  if (isExpired(madeAt) || (await sha256(key)) !== keyHash) throw expired();
}

async function requireNotSetUp(env: Env): Promise<void> {
  const { signIn, signInAt } = await readSignIn(env);
  if (publicSignIn(env, signIn).kind === "none" && signIn.kind === "variables" && signInAt === "") return;
  throw stateConflict(
    "This installation is already set up, so its setup key no longer works. Sign in to the console. If nobody can, docs/sign-in.md has the way back in.",
  );
}

function parseKey({ SETUP_KEY }: Env): { key: string; madeAt: number } {
  if (!SETUP_KEY) throw forbidden(`This installation has no setup key. ${HOW_TO_MAKE_ONE}`);
  const [, seconds] = FORMAT.exec(SETUP_KEY) ?? [];
  if (seconds === undefined)
    throw forbidden(`The secret SETUP_KEY of this installation is not a setup key. ${HOW_TO_MAKE_ONE}`);
  return { key: SETUP_KEY, madeAt: Number(seconds) * SECOND_MS };
}

/** A key from the future comes from a wrong clock, or from somebody who wants it to last. */
function isExpired(madeAt: number): boolean {
  return madeAt < Date.now() - DAY_MS || madeAt > Date.now() + 10 * MINUTE_MS;
}

function expired(): HttpError {
  return tooLate(`This setup key has expired: a key works for a day. ${HOW_TO_MAKE_ONE}`);
}
