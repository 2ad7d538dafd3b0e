import { foldCase } from "../../../worker/notices/templates/domain.ts";
import { headings, type Option } from "./command.ts";
import { commands } from "./commands.ts";
import type { SubjectLists } from "./subjects.ts";

const ranks = [0, 1, 2, 3, 4];
const NO_MATCH = 5;

export function findOptions(subjects: SubjectLists, input: string): Option[] {
  const query = foldCase(input).trim();
  const options = commands.flatMap((command) => command(subjects));
  if (query === "") return options.filter(({ isHiddenAtFirst }) => !isHiddenAtFirst);
  const byRank = Map.groupBy(inOrderOfHeadings(options), (option) => rank(option, query));
  const found = ranks.flatMap((each) => byRank.get(each) ?? []);
  return [...groupByHeading(found).values()].flat();
}

/** The heading with the best match comes first. */
export const groupByHeading = <Item extends Pick<Option, "heading">>(items: Item[]) =>
  Map.groupBy(items, ({ heading }) => heading);

function inOrderOfHeadings(options: Option[]): Option[] {
  return options.toSorted((a, b) => headings.indexOf(a.heading) - headings.indexOf(b.heading));
}

/** 0 is best. A server match may have the query only in its messages, so it always ranks. */
function rank({ command, title, aliases, subjectName, isServerMatch }: Option, query: string): number {
  const typedWords = query.split(/\s+/);
  if (subjectName !== undefined && !namesSubject(typedWords, foldCase(subjectName))) return NO_MATCH;
  const texts = [command, title].map(foldCase);
  if (texts.some((text) => text.startsWith(query))) return 0;
  const words = toWords(texts.join(" "));
  const otherWords = toWords(foldCase(aliases));
  if (typedWords.every((typed) => startsOne(words, typed))) return 1;
  if (typedWords.every((typed) => startsOne([...words, ...otherWords], typed))) return 2;
  const text = [...texts, foldCase(aliases)].join(" ");
  if (typedWords.every((typed) => text.includes(typed))) return 3;
  return isServerMatch ? 4 : NO_MATCH;
}

function namesSubject(typedWords: string[], name: string): boolean {
  const words = toWords(name);
  return (
    typedWords.some((typed) => startsOne(words, typed)) && !typedWords.every((typed) => name.includes(typed))
  );
}

const toWords = (text: string) => text.split(/[^\p{L}\p{N}]+/u);

const startsOne = (words: string[], typed: string) => words.some((word) => word.startsWith(typed));
