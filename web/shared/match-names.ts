import { foldCase } from "../../worker/notices/templates/domain.ts";

/** The statuses that a word can mean, in any case: `major`, `degr`, `maintenance`. One that is written in full is the only match. */
export function matchStatuses<const T extends string>(statuses: readonly T[], input: string): T[] {
  const letters = onlyLetters(input);
  const exact = statuses.filter((status) => onlyLetters(status) === letters);
  if (exact.length > 0) return exact;
  return statuses.filter((status) =>
    [status, ...status.split(" ")].some((name) => letters !== "" && onlyLetters(name).startsWith(letters)),
  );
}

export function statusProblem(
  label: string,
  { statuses, matches, input }: { statuses: readonly string[]; matches: readonly string[]; input: string },
): string {
  return matches.length > 1
    ? `The ${label} "${input}" could be ${matches.join(" or ")}.`
    : `${unknownName(label, input)} Use one of: ${statuses.join(", ")}.`;
}

export function unknownName(label: string, input: string): string {
  return `There is no ${label} "${input}".`;
}

/** @param items what tells those with the name apart */
export function ambiguousName(
  label: string,
  input: string,
  { count, items }: { count: number; items: string },
) {
  return `${count} ${label}s are named "${input}". Use an ID: ${items}.`;
}

function onlyLetters(text: string): string {
  return text.toLowerCase().replace(/[^a-z]/g, "");
}

/** The items with an ID or a name. An ID comes before a name, and a name in the same case before one in another. */
export function matchNames<T extends { id: string; name: string }>(all: readonly T[], input: string): T[] {
  const nameOrID = input.trim();
  const rules = [
    ({ id }: T) => id === nameOrID,
    ({ name }: T) => name === nameOrID,
    ({ name }: T) => foldCase(name) === foldCase(nameOrID),
  ];
  return rules.map((rule) => all.filter(rule)).find((matches) => matches.length > 0) ?? [];
}
