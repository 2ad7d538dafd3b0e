import { isolateDirection } from "../../../web/shared/isolate-direction.ts";
import { normalizeMarkdown } from "../../../web/shared/markdown-source.ts";
import { type HistoryPageData, monthQuery } from "../../../web/status/views/history/history-page.tsx";
import type { NoticePageData } from "../../../web/status/views/notice/notice-page.tsx";
import type { PostmortemPageData } from "../../../web/status/views/notice/postmortem-page.tsx";
import { formatInUTC, formatUTCDay } from "../../../web/status/views/utc-format.ts";
import { componentText } from "../../notices/component-text.ts";
import {
  type NoticeKind,
  type NoticeUpdate,
  noticePath,
  noticeStart,
  type ShownNotice,
} from "../../notices/domain.ts";
import { blockquote } from "../../notices/message-markdown.ts";
import { postmortemPath } from "../../notices/postmortem/domain.ts";

export function noticeMarkdown(origin: string, data: NoticePageData): string {
  const { notice, page, pages } = data;
  const service = escapeMarkdown(data.serviceName || "Service");
  const path = noticeURL(origin, notice);
  const link = (text: string, to: number) => `[${text}](${path}${to === 1 ? "" : `?page=${to}`})`;
  return blocks(
    noticeText(origin, notice).replace("### ", "# "),
    page > 1 && link("Newer updates", page - 1),
    page < pages && link("Older updates", page + 1),
    `[${service} Status](${origin}/index.md)`,
  );
}

export function postmortemMarkdown(origin: string, { serviceName, postmortem }: PostmortemPageData): string {
  const { noticeID, name, body, publishedAt } = postmortem;
  return blocks(
    `# Write-up: ${escapeMarkdown(name)}`,
    time(publishedAt),
    normalizeMarkdown(body, "document"),
    `[The incident and its updates](${noticeURL(origin, { kind: "incident", noticeID })})`,
    `[${escapeMarkdown(serviceName || "Service")} Status](${origin}/index.md)`,
  );
}

export function historyMarkdown(
  origin: string,
  { serviceName, month, page, pages, older, newer, ...data }: HistoryPageData,
) {
  const noticeLines = (kind: NoticeKind) => {
    const notices = data.notices.filter((notice) => notice.kind === kind);
    return [notices.map((notice) => line(origin, notice)).join("\n")];
  };
  const link = (text: string, ...to: Parameters<typeof monthQuery>) =>
    `[${text}](${origin}/history.md?${monthQuery(...to)})`;
  return blocks(
    `# ${escapeMarkdown(serviceName || "Service")} Status: ${month}`,
    ...section("Incidents", noticeLines("incident")),
    ...section("Scheduled maintenance", noticeLines("maintenance")),
    page > 1 && link(`Newer in ${month}`, month, page - 1),
    page < pages && link(`Older in ${month}`, month, page + 1),
    older && link(older, older),
    newer && link(newer, newer),
  );
}

export function noticeText(origin: string, notice: ShownNotice): string {
  return blocks(
    headline(origin, notice),
    windowText(notice),
    notice.isBackfilled && "Added later",
    affects(notice),
    ...notice.updates.map(updateText),
    notice.postmortemPublishedAt && `[Write-up](${origin}${postmortemPath(notice.noticeID)}.md)`,
    rest(origin, notice),
  );
}

export function windowText({ status, startAt, endAt }: ShownNotice): string | false {
  return startAt !== null && endAt !== null && `${status}: from ${time(startAt)} to ${time(endAt)}`;
}

function rest(origin: string, notice: ShownNotice): string {
  return notice.isShortened ? `[Read the rest](${noticeURL(origin, notice)})` : "";
}

export function headline(origin: string, notice: ShownNotice): string {
  return `### [${escapeMarkdown(notice.name)}](${noticeURL(origin, notice)})`;
}

export function line(origin: string, notice: ShownNotice): string {
  const day = formatUTCDay(noticeStart(notice).slice(0, 10), "en");
  return `- ${day}: [${escapeMarkdown(notice.name)}](${noticeURL(origin, notice)}) (${notice.status})`;
}

function noticeURL(origin: string, notice: Pick<ShownNotice, "kind" | "noticeID">): string {
  return `${origin}${noticePath(notice)}.md`;
}

function affects(notice: ShownNotice): string {
  const { components, componentCount } = notice;
  if (components.length === 0) return "";
  const more = componentCount - components.length;
  const each = components.map((component) =>
    componentText(notice, { ...component, name: escapeMarkdown(component.name) }),
  );
  return `Affects ${[...each, ...(more > 0 ? [`${more} more`] : [])].join(", ")}`;
}

function updateText({ status, message, createdAt }: NoticeUpdate): string {
  return blocks(`**${status}**, ${time(createdAt)}`, message && blockquote(message));
}

export function section(title: string, parts: string[]): string[] {
  const nonEmpty = parts.filter((part) => part !== "");
  return nonEmpty.length === 0 ? [] : [`## ${title}`, ...nonEmpty];
}

export function blocks(...parts: (string | false | null | undefined)[]): string {
  return parts.filter((part) => part).join("\n\n");
}

export function time(iso: string): string {
  return formatInUTC(iso, "en");
}

/** Escapes only what would be markup, so that programs read names as people wrote them. */
export function escapeMarkdown(name: string): string {
  return isolateDirection(name)
    .replace(MARKUP, "\\$&")
    .replace(/[\t\n]/g, (character) => `&#${character.charCodeAt(0)};`);
}

const MARKUP = new RegExp(
  [
    /[\\`*[\]<~]|&(?=[#\p{L}])/u, // anywhere
    /(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/u, // not within a word
    /^[-+=#>]|(?<=^\d{1,9})[.)]/u, // a name at the beginning of a list item would begin a list, a heading or a quotation
    /#(?=#*$)|!$/u, // the end of a heading, and what a link would follow
    /:(?=\/\/)|(?<=\bwww)\.|(?<=\S)@(?=\S)/u, // GitHub and others link addresses without brackets
  ]
    .map(({ source }) => source)
    .join("|"),
  "giu",
);
