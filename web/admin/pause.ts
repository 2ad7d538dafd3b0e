/** Rejects if it was aborted meanwhile. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(() => (signal?.aborted ? reject(signal.reason) : resolve()), milliseconds);
  });
}
