import { foldCase } from "../../../worker/notices/templates/domain.ts";

const MIN_CHARACTERS = 3;
const names = Array.from({ length: 12 }, (_, index) =>
  foldCase(new Date(2000, index).toLocaleString("en-US", { month: "long" })),
);

/**
 * Understands `mar`, `march 2025` and `2025-03`.
 * @returns for a month without a year the last two of its name, the newest first
 */
export function findMonths(search: string, now: Date): string[] {
  const words = foldCase(search).trim().split(/\s+/);
  const complete = words.find((word) => /^\d{4}-(0[1-9]|1[0-2])$/.test(word));
  if (complete !== undefined) return [complete];
  const index = names.findIndex((name) =>
    words.some((word) => word.length >= MIN_CHARACTERS && name.startsWith(word)),
  );
  if (index === -1) return [];
  const newest = now.getFullYear() - (index > now.getMonth() ? 1 : 0);
  const year = words.find((word) => /^\d{4}$/.test(word));
  const years = year === undefined ? [newest, newest - 1] : [year];
  return years.map((each) => `${each}-${String(index + 1).padStart(2, "0")}`);
}
