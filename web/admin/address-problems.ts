/** Finds mistakes in typing before a request. The API decides the rest. */
export function isEmailAddress(text: string): boolean {
  return /^[^\s@/]+@[^\s@]+\.[^\s@]+$/.test(text.trim());
}

/** An empty field has no problem but may be required. */
export function emailProblem(label: string, text: string): string | undefined {
  return text.trim() === "" || isEmailAddress(text) ? undefined : `${label} must be an email address.`;
}

export function linkProblem(label: string, text: string): string | undefined {
  return text.trim() === "" || /^https:\/\/[^\s/?#\\@]+([/?#]\S*)?$/i.test(text.trim())
    ? undefined
    : `${label} must be an https address without a user name or password.`;
}
