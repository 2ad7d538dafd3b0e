/** A sign-in that has left the console for the provider. */
interface Pending {
  state: string;
  nonce: string;
  verifier: string;
  returnPath?: string;
}

const KEY = "daymark.sign-in";

/** Session storage belongs to one window, so a link from elsewhere can't finish a sign-in. */
export function storePending(pending: Pending): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(pending));
  } catch (cause) {
    throw new Error("Your browser doesn't let the console store anything. Allow it, and try again.", {
      cause,
    });
  }
}

export function takePending(): Pending | undefined {
  try {
    const text = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
