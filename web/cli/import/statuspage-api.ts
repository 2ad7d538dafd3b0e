import { setTimeout } from "node:timers/promises";
import { SECOND_MS } from "../../../worker/shared/time/domain.ts";
import { CommandError } from "../command-error.ts";
import { type Fields, toObjects } from "../fields.ts";
import { count, warn } from "../output.ts";
import { parseAddress } from "../settings.ts";
import { shell } from "../shell.ts";
import { fetchJSON, refused } from "./fetch-source.ts";
import type { SourcePage } from "./read-source.ts";

/** The most that Statuspage lists at once. */
export const ROWS_PER_PAGE = 100;
/** A key may make one request a second, measured over a minute. */
const SECONDS_BETWEEN_REQUESTS = 1;
/** The waits double, so together they are longer than that minute. */
const MAX_WAITS = 6;
/** Statuspage has 420, too. */
const BUSY = [420, 429, 503];

/** The API of Atlassian Statuspage that needs a key. @see https://developer.statuspage.io */
export interface StatuspageAPI {
  /** @param path begins after the page's ID */
  get(path: string): Promise<unknown>;
  list(list: List): Promise<Fields[]>;
}

interface List {
  /** What is listed, for one and for many. */
  names: [one: string, many: string];
  /** @param page counts from 0, whatever the API does */
  toPath(page: number): string;
  maxPages: number;
}

/** @throws CommandError for a page without an ID that could be part of an address */
export function openStatuspageAPI({ url: pageURL, id }: SourcePage, key: string): StatuspageAPI {
  if (typeof id !== "string" || !/^[0-9A-Za-z-]{1,50}$/.test(id))
    throw refused(`${pageURL} doesn't tell the ID of its page, which the API with a key needs.`);
  // Tests have an address of their own.
  const url = parseAddress(shell().env.STATUSPAGE_API_URL || "https://api.statuspage.io");
  let isFirst = true;
  return { get, list };

  async function get(path: string): Promise<unknown> {
    if (!isFirst) await setTimeout(secondsBetweenRequests() * SECOND_MS);
    isFirst = false;
    for (let waits = 0; ; waits += 1) {
      try {
        return await fetchJSON(url, `/v1/pages/${id}/${path}`, { Authorization: `OAuth ${key}` });
      } catch (error) {
        const status = error instanceof CommandError ? error.status : undefined;
        if (status === undefined || !BUSY.includes(status) || waits === MAX_WAITS) throw error;
        const seconds = secondsBetweenRequests() * 2 ** waits;
        warn(`${url} is busy (status ${status}). Trying again in ${count(seconds, "second")}.`);
        await setTimeout(seconds * SECOND_MS);
      }
    }
  }

  async function list({ names: [one, many], toPath, maxPages }: List): Promise<Fields[]> {
    const rows: Fields[] = [];
    const ids = new Set<unknown>();
    for (let page = 0; ; page += 1) {
      if (page === maxPages) throw refused(`${url} has more than ${count(maxPages, "page")} of ${many}.`);
      const path = toPath(page);
      const found = await get(path);
      if (!Array.isArray(found)) throw refused(`${url}/v1/pages/${id}/${path} isn't a list.`);
      for (const row of toObjects(found)) {
        // If something is added or removed meanwhile, a row can be on two pages.
        if (typeof row.id === "string" && ids.has(row.id)) continue;
        ids.add(row.id);
        rows.push(row);
      }
      warn(`${count(rows.length, one, many)} read.`);
      if (found.length < ROWS_PER_PAGE) return rows;
    }
  }
}

function secondsBetweenRequests(): number {
  return Number(shell().env.DAYMARK_BACKOFF_SECONDS ?? SECONDS_BETWEEN_REQUESTS);
}

/** An argument would be visible to others on this machine. */
export function statuspageKey(): string {
  const key = shell().env.STATUSPAGE_API_KEY?.trim() ?? "";
  if (key === "" || !/^[\x21-\x7e]{1,200}$/.test(key))
    throw new CommandError("usage", "--all needs an API key of Statuspage in STATUSPAGE_API_KEY.");
  return key;
}
