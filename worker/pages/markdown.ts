import { isolateDirection } from "../../web/shared/isolate-direction.ts";
import { formatUptime } from "../../web/status/views/figures.ts";
import { type HistoryPageData, monthQuery } from "../../web/status/views/history-page.tsx";
import type { NoticePageData } from "../../web/status/views/notice-page.tsx";
import { dayOf, lastDays, PAST_DAYS } from "../../web/status/views/past-days.tsx";
import type { StatusPageData } from "../../web/status/views/status-page.tsx";
import { formatDay, formatTime } from "../../web/status/views/time-format.ts";
import { truncate } from "../../web/status/views/truncate.ts";
import { componentText } from "../notices/component-text.ts";
import {
  beginsAt,
  isOpen,
  type NoticeKind,
  type NoticeUpdate,
  noticePath,
  type ShownNotice,
} from "../notices/domain.ts";
import { KiB } from "../storage/domain.ts";
import { pageState, pageStatuses } from "./domain.ts";
import { fitWithin } from "./fit-within.ts";
import { blockquote } from "./message.ts";

export function statusMarkdown(origin: string, data: StatusPageData): string {
  const { serviceName, components, current, incidents, maintenances, uptimes, days, now } = data;
  const { description } = pageStatuses[pageState(components, current).summary];
  const uptimeOf = new Map(uptimes.map(({ componentID, uptime }) => [componentID, uptime]));
  const rows = fitWithin(MAX_BYTES.components, components, {
    full: ({ componentID, name, status, description }) => {
      const uptime = uptimeOf.get(componentID) ?? null;
      const share = uptime === null ? "" : ` (${formatUptime(uptime, "en")} uptime over ${days} days)`;
      return `- ${escapeMarkdown(name)}: ${status}${share}${description && `. ${escapeMarkdown(description)}`}`;
    },
    short: ({ name, status }) => `- ${escapeMarkdown(truncate(name, MAX_SHORT_NAME_CHARACTERS))}: ${status}`,
  });
  const open = fitWithin(MAX_BYTES.notices, incidents.filter(isOpen), {
    full: (incident) => noticeText(origin, incident),
    short: (incident) => headline(origin, incident),
  });
  const planned = fitWithin(MAX_BYTES.notices, maintenances, {
    full: (maintenance) => noticeText(origin, maintenance),
    short: (maintenance) => blocks(headline(origin, maintenance), windowOf(maintenance)),
  });
  // Others were loaded because they are open, or for readers whose days begin earlier.
  const pastDays = lastDays(now, PAST_DAYS);
  const recent = incidents.filter((incident) => dayOf(incident, pastDays) !== undefined);
  const past = fitWithin(MAX_BYTES.past, recent, {
    full: (incident) => line(origin, incident),
    short: (incident) => line(origin, incident),
  });
  const more = (count: number, what: string, where: string) =>
    count > 0 ? [`[${count} more ${what}](${origin}${where})`] : [];
  return blocks(
    `# ${escapeMarkdown(serviceName || "Service")} Status`,
    `${description}, as of ${time(now)}.`,
    ...section("Active incidents", [
      ...open.parts,
      ...more(current.openIncidents - open.parts.length, "active incidents", "/history.md"),
    ]),
    ...section("Components", [rows.parts.join("\n")]),
    ...section("Scheduled maintenance", [
      ...planned.parts,
      ...more(
        current.runningMaintenances + current.scheduledMaintenances - planned.parts.length,
        "scheduled maintenances",
        "/maintenances.ics",
      ),
    ]),
    ...section(`Last ${PAST_DAYS} days`, [
      past.parts.join("\n"),
      ...more(past.omitted, "incidents", "/history.md"),
    ]),
    `[History](${origin}/history.md)`,
  );
}

/** In the short form all components fit. */
const MAX_BYTES = { components: 400 * KiB, notices: 200 * KiB, past: 160 * KiB };
const MAX_SHORT_NAME_CHARACTERS = 100;

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
    affects(notice),
    ...notice.updates.map(updateText),
    rest(origin, notice),
  );
}

function windowOf({ status, startAt, endAt }: ShownNotice): string | false {
  return startAt !== null && endAt !== null && `${status}: from ${time(startAt)} to ${time(endAt)}`;
}

function rest(origin: string, notice: ShownNotice): string {
  return notice.shortened ? `[Read the rest](${addressOf(origin, notice)})` : "";
}

function headline(origin: string, notice: ShownNotice): string {
  return `### [${escapeMarkdown(notice.name)}](${addressOf(origin, notice)})`;
}

function line(origin: string, notice: ShownNotice): string {
  const day = formatDay(beginsAt(notice).slice(0, 10), "en");
  return `- ${day}: [${escapeMarkdown(notice.name)}](${addressOf(origin, notice)}) (${notice.status})`;
}

function addressOf(origin: string, notice: ShownNotice): string {
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

function blocks(...parts: (string | false | undefined)[]): string {
  return parts.filter((part) => part).join("\n\n");
}

function time(iso: string): string {
  return formatTime(iso, "en", "UTC");
}

export function escapeMarkdown(name: string): string {
  return isolateDirection(name)
    .replace(/[!-/:-@[-`{-~]/g, "\\$&")
    .replace(/[\t\n]/g, (character) => `&#${character.charCodeAt(0)};`);
}
