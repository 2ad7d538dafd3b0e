import { isolateDirection } from "../../web/shared/isolate-direction.ts";
import { markdownOf } from "../../web/shared/markdown-source.ts";
import { bytesIn, chooseDetail } from "../../web/status/views/choose-detail.ts";
import { formatUptime, measuredUptime } from "../../web/status/views/figures.ts";
import { type HistoryPageData, monthQuery } from "../../web/status/views/history-page.tsx";
import type { NoticePageData } from "../../web/status/views/notice-page.tsx";
import { dayOf, lastDays } from "../../web/status/views/past-days.tsx";
import type { PostmortemPageData } from "../../web/status/views/postmortem-page.tsx";
import type { StatusPageData } from "../../web/status/views/status-page.tsx";
import { formatDay, formatInUTC } from "../../web/status/views/time-format.ts";
import { truncate } from "../../web/status/views/truncate.ts";
import type { ComponentStatus } from "../components/domain.ts";
import { pageEntries } from "../groups/domain.ts";
import { componentText } from "../notices/component-text.ts";
import {
  byImpact,
  isOpen,
  isRunning,
  type NoticeKind,
  type NoticeUpdate,
  noticePath,
  type ShownNotice,
  startOf,
} from "../notices/domain.ts";
import { blockquote } from "../notices/message-markdown.ts";
import { postmortemPath } from "../postmortems/domain.ts";
import { KiB } from "../storage/domain.ts";
import { PAST_DAYS, pageState, pageStatuses } from "./domain.ts";

export function statusMarkdown(origin: string, data: StatusPageData): string {
  const { serviceName, note, components, current, incidents, maintenances, now } = data;
  const { description } = pageStatuses[pageState(components, current).summary];
  const rows = componentRows(data);
  const full = (notice: ShownNotice) => noticeText(origin, notice);
  const openTexts = chooseDetail(
    incidents.filter(isOpen).toSorted(byImpact),
    { full, brief: (incident) => headline(origin, incident), bytesOf: bytesIn },
    BUDGETS.incidents,
  );
  const maintenanceForms = {
    full,
    brief: (maintenance: ShownNotice) => blocks(headline(origin, maintenance), windowOf(maintenance)),
    bytesOf: bytesIn,
  };
  const maintenanceTexts = (isShown: (notice: ShownNotice) => boolean) =>
    chooseDetail(maintenances.filter(isShown), maintenanceForms, BUDGETS.maintenances);
  const runningTexts = maintenanceTexts(({ status }) => isRunning(status));
  const plannedTexts = maintenanceTexts(({ status }) => !isRunning(status));
  // Others were loaded because they are open, or for readers whose days begin earlier.
  const pastDays = lastDays(now, PAST_DAYS);
  const recent = incidents.filter((incident) => dayOf(incident, pastDays) !== undefined);
  const pastLine = (incident: ShownNotice) => line(origin, incident);
  const pastLines = chooseDetail(recent, { full: pastLine, brief: pastLine, bytesOf: bytesIn }, BUDGETS.past);
  const more = (count: number, what: string, where: string) =>
    count > 0 ? [`[${count} more ${what}](${origin}${where})`] : [];
  return blocks(
    `# ${escapeMarkdown(serviceName || "Service")} Status`,
    `${description}, as of ${time(now)}.`,
    note && blockquote(note),
    ...section("Active incidents", [
      ...openTexts,
      ...more(current.openIncidents - openTexts.length, "active incidents", "/history.md"),
    ]),
    ...section("Maintenance in progress", [
      ...runningTexts,
      ...more(
        current.runningMaintenances - runningTexts.length,
        "scheduled maintenances",
        "/maintenances.ics",
      ),
    ]),
    ...section("Components", [
      rows.some(({ isGroup }) => isGroup) ? GROUP_NOTE : "",
      listOf(rows, data.days),
    ]),
    ...section("Scheduled maintenance", [
      ...plannedTexts,
      ...more(
        current.scheduledMaintenances - plannedTexts.length,
        "scheduled maintenances",
        "/maintenances.ics",
      ),
    ]),
    ...section(`Last ${PAST_DAYS} days`, [
      pastLines.join("\n"),
      ...more(recent.length - pastLines.length, "incidents", "/history.md"),
    ]),
    `[History](${origin}/history.md)`,
  );
}

/** All components fit in the brief form. */
const BUDGETS = {
  components: { fullBytes: 40 * KiB, briefBytes: 400 * KiB },
  incidents: { fullBytes: 120 * KiB, briefBytes: 80 * KiB },
  maintenances: { fullBytes: 60 * KiB, briefBytes: 40 * KiB },
  past: { fullBytes: 160 * KiB, briefBytes: 0 },
};
const MAX_SHORT_NAME_CHARACTERS = 100;

const GROUP_NOTE =
  "A group has the worst status of its components. Its uptime counts every moment in which any of them was down.";

interface ComponentLine {
  name: string;
  status: ComponentStatus;
  description: string;
  uptime: number | null;
  isGroup: boolean;
  isMember: boolean;
}

/** A group comes before its components. One without components is left out. */
function componentRows({ components, uptimes, groups, groupUptimes, now }: StatusPageData): ComponentLine[] {
  const shares = new Map(uptimes.map((uptime) => [uptime.componentID, measuredUptime(uptime, now)]));
  const groupShares = new Map(groupUptimes.map((uptime) => [uptime.groupID, measuredUptime(uptime, now)]));
  return pageEntries(components, groups).flatMap(({ group, components: members }) => {
    const rows = members.map(({ componentID, name, status, description }) => ({
      name,
      status,
      description,
      uptime: shares.get(componentID) ?? null,
      isGroup: false,
      isMember: group !== null,
    }));
    if (!group || rows.length === 0) return rows;
    const { groupID, name, status } = group;
    const uptime = groupShares.get(groupID) ?? null;
    return [{ name, status, description: "", uptime, isGroup: true, isMember: false }, ...rows];
  });
}

function listOf(rows: ComponentLine[], days: number): string {
  const indent = ({ isMember }: ComponentLine) => (isMember ? "  " : "");
  const forms = {
    full: (row: ComponentLine) => {
      const { name, status, description, uptime } = row;
      const share = uptime === null ? "" : ` (${formatUptime(uptime, "en")} uptime over ${days} days)`;
      const more = description && `. ${escapeMarkdown(description)}`;
      return `${indent(row)}- ${escapeMarkdown(name)}: ${status}${share}${more}`;
    },
    brief: (row: ComponentLine) =>
      `${indent(row)}- ${escapeMarkdown(truncate(row.name, MAX_SHORT_NAME_CHARACTERS))}: ${row.status}`,
    bytesOf: bytesIn,
  };
  return chooseDetail(rows, forms, BUDGETS.components).join("\n");
}

export function noticeMarkdown(origin: string, data: NoticePageData): string {
  const { notice, page, pages } = data;
  const service = escapeMarkdown(data.serviceName || "Service");
  const path = addressOf(origin, notice);
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
    markdownOf(body, "document"),
    `[The incident and its updates](${addressOf(origin, { kind: "incident", noticeID })})`,
    `[${escapeMarkdown(serviceName || "Service")} Status](${origin}/index.md)`,
  );
}

export function historyMarkdown(
  origin: string,
  { serviceName, month, page, pages, older, newer, ...data }: HistoryPageData,
) {
  const linesOf = (kind: NoticeKind) => {
    const notices = data.notices.filter((notice) => notice.kind === kind);
    return [notices.map((notice) => line(origin, notice)).join("\n")];
  };
  const link = (text: string, ...to: Parameters<typeof monthQuery>) =>
    `[${text}](${origin}/history.md?${monthQuery(...to)})`;
  return blocks(
    `# ${escapeMarkdown(serviceName || "Service")} Status: ${month}`,
    ...section("Incidents", linesOf("incident")),
    ...section("Scheduled maintenance", linesOf("maintenance")),
    page > 1 && link(`Newer in ${month}`, month, page - 1),
    page < pages && link(`Older in ${month}`, month, page + 1),
    older && link(older, older),
    newer && link(newer, newer),
  );
}

function noticeText(origin: string, notice: ShownNotice): string {
  return blocks(
    headline(origin, notice),
    windowOf(notice),
    notice.isBackfilled && "Added later",
    affects(notice),
    ...notice.updates.map(updateText),
    notice.postmortemPublishedAt && `[Write-up](${origin}${postmortemPath(notice.noticeID)}.md)`,
    rest(origin, notice),
  );
}

function windowOf({ status, startAt, endAt }: ShownNotice): string | false {
  return startAt !== null && endAt !== null && `${status}: from ${time(startAt)} to ${time(endAt)}`;
}

function rest(origin: string, notice: ShownNotice): string {
  return notice.isShortened ? `[Read the rest](${addressOf(origin, notice)})` : "";
}

function headline(origin: string, notice: ShownNotice): string {
  return `### [${escapeMarkdown(notice.name)}](${addressOf(origin, notice)})`;
}

function line(origin: string, notice: ShownNotice): string {
  const day = formatDay(startOf(notice).slice(0, 10), "en");
  return `- ${day}: [${escapeMarkdown(notice.name)}](${addressOf(origin, notice)}) (${notice.status})`;
}

function addressOf(origin: string, notice: Pick<ShownNotice, "kind" | "noticeID">): string {
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

function section(title: string, parts: string[]): string[] {
  const nonEmpty = parts.filter((part) => part !== "");
  return nonEmpty.length === 0 ? [] : [`## ${title}`, ...nonEmpty];
}

function blocks(...parts: (string | false | null | undefined)[]): string {
  return parts.filter((part) => part).join("\n\n");
}

function time(iso: string): string {
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
