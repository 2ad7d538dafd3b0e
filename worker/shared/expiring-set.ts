interface ExpiringSet {
  has(value: string): boolean;
  add(value: string): void;
  delete(value: string): void;
}

export function expiringSet({ ttlMs, max }: { ttlMs: number; max: number }): ExpiringSet {
  const expiries = new Map<string, number>();
  return {
    has: (value) => (expiries.get(value) ?? 0) > Date.now(),
    add(value) {
      expiries.delete(value);
      expiries.set(value, Date.now() + ttlMs);
      const [oldest] = expiries.keys();
      if (expiries.size > max && oldest !== undefined) expiries.delete(oldest);
    },
    delete: (value) => void expiries.delete(value),
  };
}
