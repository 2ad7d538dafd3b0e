const CUT = "…";
const secretName =
  /token|secret|passw|auth|credential|api.?key|routing.?key|integration.?key|signature|cookie/i;

/** Searching longer texts takes too long. */
const MAX_TEXT_CHARACTERS = 300;
const MAX_ITEMS = 200;
const MAX_DEPTH = 8;

/** Removes what a received body may have and nobody should read in it: secrets, and email addresses. Large bodies are shortened. */
export function cutSecrets(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return cutText(value.slice(0, MAX_TEXT_CHARACTERS));
  if (!(value instanceof Object)) return value;
  if (depth === MAX_DEPTH) return CUT;
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((each) => cutSecrets(each, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, MAX_ITEMS)
      .map(([name, each]) => [
        name.slice(0, MAX_TEXT_CHARACTERS),
        secretName.test(name) ? CUT : cutSecrets(each, depth + 1),
      ]),
  );
}

function cutText(text: string): string {
  return text
    .replace(/(\w+:\/\/)[^\s/?#@]*@/g, `$1${CUT}@`)
    .replace(/([?&#][^\s=&#]*)=([^\s&#]*)/g, (whole, name: string) =>
      secretName.test(name) ? `${name}=${CUT}` : whole,
    )
    .replace(/[^\s@<>"'(),;:/…]+@[^\s@<>"'(),;:/…]+\.[^\s@<>"'(),;:/…]+/g, CUT);
}
