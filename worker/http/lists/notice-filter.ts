import type { Context } from "hono";
import { nextMonth, startOfMonth } from "../../shared/time/months.ts";
import type { DescribedParameter } from "../call.ts";
import { invalidField } from "../errors.ts";

const MAX_QUERY_CHARACTERS = 100;
/** D1 accepts 100 parameters in a query, and a short word takes three. */
const MAX_WORDS = 25;
const MAX_WORDS_OF_VISITORS = 5;
/** The index consists of sequences of three characters. Without one, a search reads the texts of the newest 500 entries. */
const MIN_CHARACTERS = 3;
/** Of scripts in which most words have one or two characters. */
const ideographs = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

export interface NoticeFilter {
  searchTerms?: string[];
  componentID?: string;
  month?: { from: string; to: string };
  open?: true;
}

export const noticeFilterParameters = [
  {
    name: "q",
    in: "query",
    description:
      "Returns only entries whose name, messages and published write-up contain all of these words, in any order. Parts of words, capital letters and accents don't matter. Without credentials, at most 5 different words, of which one has three characters or is Chinese, Japanese or Korean; otherwise at most 25. If no word has three characters or more, only the newest 500 entries are searched. Of each text, words of one or two characters are searched for in the first 2,000 characters.",
    schema: { type: "string", maxLength: MAX_QUERY_CHARACTERS },
  },
  {
    name: "componentID",
    in: "query",
    description: "Returns only entries that affect this component.",
    schema: { type: "string", maxLength: 100 },
  },
  {
    name: "month",
    in: "query",
    description:
      "Returns only entries of this month in UTC, such as 2026-11: incidents that were created in it, or maintenances that start in it.",
    schema: { type: "string", maxLength: 100 },
  },
  {
    name: "open",
    in: "query",
    description: "If `true`, returns only entries that aren't Resolved or Completed.",
    schema: { type: "string", enum: ["true"] },
  },
] satisfies DescribedParameter[];

export function parseNoticeFilter(c: Context): NoticeFilter {
  const { q, componentID, month, open } = c.req.query();
  if (open !== undefined && open !== "true") throw invalidField("open", "open must be true.");
  return {
    ...(q !== undefined && { searchTerms: parseSearchTerms(q, c.get("actor") === undefined) }),
    ...(componentID !== undefined && { componentID }),
    ...(month !== undefined && { month: parseMonth(month) }),
    ...(open !== undefined && { open: true as const }),
  };
}

/** Why a visitor can't search for the words. Each search costs everybody's time, so these are bounded. */
export function searchRefusal(searchTerms: string[]): "tooMany" | "tooShort" | undefined {
  if (searchTerms.length > MAX_WORDS_OF_VISITORS) return "tooMany";
  const isLong = (term: string) => isIndexed(term) || ideographs.test(term);
  return searchTerms.length > 0 && !searchTerms.some(isLong) ? "tooShort" : undefined;
}

export function isIndexed(term: string): boolean {
  return [...term.replace(/\p{M}/gu, "")].length >= MIN_CHARACTERS;
}

export function splitSearchTerms(q: string): string[] {
  return [...new Set(q.normalize("NFC").split(/\s+/u).filter(Boolean))];
}

function parseSearchTerms(q: string, isVisitor: boolean): string[] {
  const searchTerms = splitSearchTerms(q);
  const refusal = isVisitor ? searchRefusal(searchTerms) : undefined;
  if (refusal === "tooMany")
    throw invalidField("q", `q can be ${MAX_WORDS_OF_VISITORS} different words at most.`);
  if (refusal === "tooShort")
    throw invalidField("q", `q must have a word of at least ${MIN_CHARACTERS} characters.`);
  if (searchTerms.length > MAX_WORDS)
    throw invalidField("q", `q can be ${MAX_WORDS} different words at most.`);
  if (searchTerms.length > 0) return searchTerms;
  throw invalidField("q", `q must be one or more words, with ${MAX_QUERY_CHARACTERS} characters at most.`);
}

function parseMonth(month: string): { from: string; to: string } {
  const from = startOfMonth(month);
  const to = from && startOfMonth(nextMonth(month));
  if (from && to) return { from, to };
  throw invalidField("month", "month must be a month such as 2026-11.");
}
