/** Authenticator apps show a code in two groups. */
export function withoutSpaces(code: string): string {
  return code.replaceAll(/\s/g, "");
}
