/** Why the last sign-in with the provider failed. The sign-in page shows it once. */
let lastError: Error | null = null;

export function keepProviderError(error: Error): void {
  lastError = error;
}

export function takeProviderError(): Error | null {
  const error = lastError;
  lastError = null;
  return error;
}
