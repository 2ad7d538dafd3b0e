import { foldCase } from "../../../worker/notices/templates/domain.ts";
import type { Option } from "./command.ts";
import { commands } from "./commands.ts";
import type { SubjectLists } from "./subjects.ts";

export function findOptions(subjects: SubjectLists, input: string): Option[] {
  const query = foldCase(input).trim();
  const options = commands.flatMap((command) => command(subjects));
  if (query === "") return options.filter(({ isHiddenAtFirst }) => !isHiddenAtFirst);
  const ranks = Map.groupBy(options, (option) => rank(option, query));
  const found = [0, 1, 2, 3].flatMap((each) => ranks.get(each) ?? []);
  return [...groupByHeading(found).values()].flat();
}

/** The heading with the best match comes first. */
export const groupByHeading = (options: Option[]) => Map.groupBy(options, ({ heading }) => heading);

/** 0 is best, and 4 is no match. A server match may have the query only in its messages, so it always ranks. */
function rank({ command, title, aliases, tooGeneral, isServerMatch }: Option, query: string): number {
  const texts = [command, title].map(foldCase);
  if (texts.some((text) => text.startsWith(query))) return 0;
  const text = [...texts, foldCase(aliases)].join(" ");
  const textWords = text.split(/[^\p{L}\p{N}]+/u);
  const typedWords = query.split(/\s+/);
  const name = foldCase(tooGeneral ?? "");
  if (tooGeneral !== undefined && typedWords.every((typed) => name.includes(typed))) return 4;
  if (typedWords.every((typed) => textWords.some((word) => word.startsWith(typed)))) return 1;
  if (typedWords.every((typed) => text.includes(typed))) return 2;
  return isServerMatch ? 3 : 4;
}
