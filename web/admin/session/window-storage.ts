/** @throws Error if the browser stores nothing for this window */
export function store(key: string, value: object): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch (cause) {
    throw new Error("Your browser doesn't let the console store anything. Allow it, and try again.", {
      cause,
    });
  }
}

export function read<Value>(key: string): Value | undefined {
  try {
    const text = sessionStorage.getItem(key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function remove(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Then nothing was stored, either.
  }
}
