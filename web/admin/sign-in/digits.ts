/** Authenticator apps show a code in two groups. */
export function digitsOf(code: string): string {
  return code.replaceAll(/\s/g, "");
}
