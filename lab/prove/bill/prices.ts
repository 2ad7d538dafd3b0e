/**
 * Cloudflare's prices in US dollars, and its limits, from stored copies of developers.cloudflare.com/workers/platform/pricing/,
 * /d1/platform/pricing/, /r2/pricing/ and /queues/pricing/. Those of Queues on the free plan are from a copy of others.
 */
export const PRICES_AS_OF = "stored copies of Cloudflare's pages, middle of 2026";

export const PAID_PLAN_A_MONTH = 5;
/** The CPU time that one invocation may take on the free plan. */
export const FREE_CPU_MS = 10;
const DAYS_A_MONTH = 30;

interface Price {
  label: string;
  /** The free plan's limit a day. R2's limits are for a month, so a thirtieth is compared. */
  freeADay?: number;
  /** A month of the paid plan includes this much. */
  included: number;
  perMillion: number;
}

export const prices = {
  requests: { label: "requests", freeADay: 100_000, included: 10e6, perMillion: 0.3 },
  cpuMs: { label: "CPU ms", included: 30e6, perMillion: 0.02 },
  rowsRead: { label: "D1 rows read", freeADay: 5e6, included: 25e9, perMillion: 0.001 },
  rowsWritten: { label: "D1 rows written", freeADay: 100_000, included: 50e6, perMillion: 1 },
  filesRead: {
    label: "R2 class B (reads)",
    freeADay: 10e6 / DAYS_A_MONTH,
    included: 10e6,
    perMillion: 0.36,
  },
  filesWritten: {
    label: "R2 class A (writes)",
    freeADay: 1e6 / DAYS_A_MONTH,
    included: 1e6,
    perMillion: 4.5,
  },
  queueOperations: { label: "queue operations", freeADay: 10_000, included: 1e6, perMillion: 0.4 },
} satisfies Record<string, Price>;

export type Unit = keyof typeof prices;
export type Usage = Record<Unit, number>;
export const units = Object.keys(prices) as Unit[]; // Object.keys is typed as string[].

export const noUsage: Usage = {
  requests: 0,
  cpuMs: 0,
  rowsRead: 0,
  rowsWritten: 0,
  filesRead: 0,
  filesWritten: 0,
  queueOperations: 0,
};

export function sum(usages: Usage[]): Usage {
  return usages.reduce((total, usage) => mapUsage(total, (value, unit) => value + usage[unit]), noUsage);
}

export function times(usage: Usage, factor: number): Usage {
  return mapUsage(usage, (value) => value * factor);
}

export function minus(usage: Usage, other: Usage): Usage {
  return mapUsage(usage, (value, unit) => Math.max(0, value - other[unit]));
}

function mapUsage(usage: Usage, map: (value: number, unit: Unit) => number): Usage {
  return Object.fromEntries(units.map((unit) => [unit, map(usage[unit], unit)])) as Usage; // It has all units.
}

/** The cost of a unit in a month of the paid plan, beyond what the plan includes. */
export function costAMonth(unit: Unit, usageADay: number): number {
  const { included, perMillion } = prices[unit];
  return (Math.max(0, usageADay * DAYS_A_MONTH - included) / 1e6) * perMillion;
}

/** The units of which a day needs more than the free plan has. */
export function passedLimits(day: Usage): Unit[] {
  return units.filter((unit) => {
    const price: Price = prices[unit];
    return price.freeADay !== undefined && day[unit] > price.freeADay;
  });
}
