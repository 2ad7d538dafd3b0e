import type { Context } from "hono";
import type { Notice } from "../../notices/domain.ts";
import { isID } from "../../storage/domain.ts";
import type { CallDescription } from "../call.ts";
import { parseInstant, toUTC } from "../domain.ts";
import { invalidField } from "../errors.ts";
import type { Rendered } from "../rendered.ts";
import { type ListFilter, listFilterDescription, parseListFilter } from "./list-filter.ts";
import { type NoticeFilter, noticeFilterParameters, parseNoticeFilter } from "./notice-filter.ts";

/** The page has only notices that are strictly older. `noticeID` tells apart those that began together. */
export interface Cursor {
  createdAt: string;
  noticeID?: string | undefined;
}

export interface Page extends ListFilter, NoticeFilter {
  limit: number;
  before?: Cursor;
}

export const linkHeader = {
  name: "Link",
  description: 'The next page, as `<address>; rel="next"`. The last page has no such header.',
};

export const paginated = (statuses: readonly string[]) =>
  ({
    ...listFilterDescription(statuses),
    parameters: [
      {
        name: "limit",
        in: "query",
        description:
          "The maximum number of entries. The default is 50. There are fewer if they would be larger than 1 MB. An entry that is larger alone has only its newest updates: get it by its ID for all of them.",
        schema: { type: "integer", minimum: 1, maximum: 100, default: 50 },
      },
      {
        name: "before",
        in: "query",
        description:
          "Returns only entries created before this date and time, or the page of this cursor from a `Link` header.",
        schema: { type: "string", maxLength: 100 },
      },
      ...listFilterDescription(statuses).parameters,
      ...noticeFilterParameters,
    ],
    headers: [linkHeader],
    errorStatuses: [400, 429],
  }) satisfies CallDescription;

const filterNames = new Set(["status", "since", ...noticeFilterParameters.map(({ name }) => name)]);

/** `before` is an ISO time or the cursor of a `Link` header. */
export function page(c: Context, statuses: readonly string[]): Page {
  const { before } = c.req.query();
  const limit = pageLimit(c);
  const filter = { ...parseListFilter(c, statuses), ...parseNoticeFilter(c) };
  return { limit, ...(before !== undefined && { before: cursor(before) }), ...filter };
}

/** @throws HttpError 400 */
export function pageLimit(c: Context): number {
  const { limit = "50" } = c.req.query();
  if (!/^([1-9]\d?|100)$/.test(limit))
    throw invalidField("limit", "limit must be a whole number from 1 to 100.");
  return Number(limit);
}

function cursor(before: string): Cursor {
  const [time = "", noticeID] = before.split("_");
  // Any other ending would be an address of its own for every cache.
  if (parseInstant(time) !== undefined && (noticeID === undefined || isID(noticeID)))
    return { createdAt: toUTC(time), noticeID };
  throw invalidField(
    "before",
    "before must be a date and time such as 2026-01-31T09:00:00Z, or a Link header's cursor.",
  );
}

/** Asks for one item more than is shown, which tells whether this is the last page. */
export function withOneExtra({ limit, ...page }: Page): Page {
  return { ...page, limit: limit + 1 };
}

/** Writes the items of a page as JSON, and into a `Link` header (RFC 8288) where the next ones are. @param listed has one more than the page */
export function renderPage<Row extends Notice, Item>(
  c: Context,
  { limit, since }: Page,
  { listed, toItem }: { listed: Row[]; toItem: (row: Row) => Item },
): Rendered<Item[]> {
  // A notice without updates did not fit into the bytes of the list, and neither did those after it.
  const firstUnloaded = listed.findIndex(({ updates }) => updates.length === 0);
  const loaded = firstUnloaded === -1 ? limit : Math.max(1, firstUnloaded);
  const items = fitItems(listed.slice(0, Math.min(limit, loaded)), toItem);
  const last = listed[items.length - 1];
  const headers = { "Content-Type": "application/json" };
  const body = `[${items.join(",")}]`;
  if (last === undefined || listed.length === items.length) return { body, headers };
  const { createdAt, noticeID } = last;
  const query = [
    `limit=${limit}`,
    `before=${encodeURIComponent(`${createdAt}_${noticeID}`)}`,
    ...Object.entries({ ...c.req.query(), since }).flatMap(([name, value]) =>
      filterNames.has(name) && value !== undefined ? [`${name}=${encodeURIComponent(value)}`] : [],
    ),
  ];
  return { body, headers: { ...headers, Link: `<${c.req.path}?${query.join("&")}>; rel="next"` } };
}

/** The memory of an isolate has room for several such lists. */
const MAX_LIST_BYTES = 1e6;
const encoder = new TextEncoder();
const itemBytes = (text: string) => encoder.encode(text).length + ",".length;

/** The first items that fit into a list, and always one, without its oldest updates if it is too large alone. */
function fitItems<Row extends Notice, Item>(rows: Row[], toItem: (row: Row) => Item): string[] {
  const items: string[] = [];
  let bytes = "[]".length;
  for (const row of rows) {
    const item = JSON.stringify(toItem(row));
    bytes += itemBytes(item);
    if (bytes > MAX_LIST_BYTES)
      return items.length > 0 ? items : [JSON.stringify(toItem(withoutOldUpdates(row)))];
    items.push(item);
  }
  return items;
}

function withoutOldUpdates<Row extends Notice>(row: Row): Row {
  let bytes = itemBytes(JSON.stringify({ ...row, updates: [] }));
  const tooMuch = row.updates.findIndex((update) => {
    bytes += itemBytes(JSON.stringify(update)) + MAX_OTHER_BYTES;
    return bytes > MAX_LIST_BYTES;
  });
  return tooMuch === -1 ? row : { ...row, updates: row.updates.slice(0, Math.max(1, tooMuch)) };
}

/** The fields that only the response has of an update, and their names, take less than this. */
const MAX_OTHER_BYTES = 200;
