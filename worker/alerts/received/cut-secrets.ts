const CUT = "…";
const secretName =
  /token|secret|passw|auth|credential|api.?key|routing.?key|integration.?key|signature|cookie/i;

/** Searching longer texts takes too long. */
const MAX_TEXT_CHARACTERS = 300;
const MAX_DEPTH = 8;

/**
 * Removes what a received body may have and nobody should read in it: secrets, and email addresses.
 * @param maxCharacters of all texts, after which the rest is left out
 */
export function cutSecrets(value: unknown, maxCharacters: number): unknown {
  let left = maxCharacters;
  function cut(each: unknown, depth: number): unknown {
    left -= 4;
    if (left <= 0) return CUT;
    if (typeof each === "string") {
      const text = each.slice(0, MAX_TEXT_CHARACTERS);
      left -= text.length;
      return cutText(text);
    }
    if (!(each instanceof Object)) return each;
    if (depth === MAX_DEPTH) return CUT;
    if (Array.isArray(each)) return takeWhileLeft(each).map((item) => cut(item, depth + 1));
    return Object.fromEntries(
      takeWhileLeft(Object.entries(each)).map(([name, item]) => {
        left -= name.length;
        const shortName = name.slice(0, MAX_TEXT_CHARACTERS);
        return [shortName, isSecret(name) ? CUT : cut(item, depth + 1)];
      }),
    );
  }
  function takeWhileLeft<T>(items: T[]): T[] {
    return items.slice(0, Math.max(0, Math.ceil(left / 4)));
  }
  return cut(value, 0);
}

export function isSecret(name: string): boolean {
  return secretName.test(name.slice(0, MAX_TEXT_CHARACTERS));
}

/** @param text at most a few hundred characters */
export function cutText(text: string): string {
  const withoutUsers = text.includes("://") ? text.replace(/(\w+:\/\/)[^\s/?#@]*@/g, `$1${CUT}@`) : text;
  const withoutParameters = withoutUsers.replace(/([?&#][^\s=&#]*)=([^\s&#]*)/g, (whole, name: string) =>
    isSecret(name) ? `${name}=${CUT}` : whole,
  );
  if (!withoutParameters.includes("@")) return withoutParameters;
  return withoutParameters.replace(/[^\s@<>"'(),;:/…]+@[^\s@<>"'(),;:/…]+\.[^\s@<>"'(),;:/…]+/g, CUT);
}
