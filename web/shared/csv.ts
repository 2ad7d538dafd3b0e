/**
 * A spreadsheet would execute a text such as =cmd@example.com, which is a valid email address.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
export function withoutFormula(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
