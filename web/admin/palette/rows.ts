import { MoreIcon } from "../../ui/icons/icons.tsx";
import type { Heading, Option } from "./command.ts";
import { groupByHeading } from "./match.ts";

/** The row that shows the rest of a heading's options. */
export interface MoreRow extends Pick<Option, "id" | "heading" | "title" | "state" | "Icon"> {
  firstHiddenID: string | undefined;
}

export type Row = Option | MoreRow;

const MAX_PER_HEADING = 5;

export function toRows(options: Option[], expanded: readonly Heading[]): Row[] {
  return [...groupByHeading(options)].flatMap(([heading, grouped]): Row[] => {
    const shown = grouped.slice(0, MAX_PER_HEADING);
    const hidden = grouped.slice(MAX_PER_HEADING);
    // The row that shows a single option would take its place.
    return hidden.length <= 1 || expanded.includes(heading) ? grouped : [...shown, moreRow(heading, hidden)];
  });
}

function moreRow(heading: Heading, hidden: Option[]): MoreRow {
  return {
    id: `more ${heading}`,
    heading,
    title: `${hidden.length.toLocaleString("en-US")} more ${heading.toLowerCase()}`,
    state: undefined,
    Icon: MoreIcon,
    firstHiddenID: hidden[0]?.id,
  };
}
