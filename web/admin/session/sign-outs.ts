let count = 0;

/** Tokens that a running refresh returns are then dropped. */
export function cancelRefresh(): void {
  count++;
}

export const signOutCount = () => count;
