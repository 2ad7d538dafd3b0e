import { isolateDirection } from "../../web/shared/isolate-direction.ts";
import { formatUptime } from "../../web/status/views/figures.ts";
import { type HistoryPageData, monthQuery } from "../../web/status/views/history-page.tsx";
import type { NoticePageData } from "../../web/status/views/notice-page.tsx";
import { dayOf, lastDays, PAST_DAYS } from "../../web/status/views/past-days.tsx";
import { beginning } from "../../web/status/views/plain-text.ts";
import type { StatusPageData } from "../../web/status/views/status-page.tsx";
import { formatDay, formatTime } from "../../web/status/views/time-format.ts";
import type { Incident } from "../incidents/schema.ts";
import type { Maintenance } from "../maintenances/schema.ts";
import { componentText } from "../notices/component-text.ts";
import type { Shown } from "../notices/schema.ts";
import { isOpen, pageState, pageStatuses } from "./domain.ts";
import { fitWithin } from "./fit-within.ts";
import { quoted } from "./message.ts";

// The pages as Markdown (CommonMark), in English, for programs that read pages.

export function statusMarkdown(origin: string, data: StatusPageData): string {
  const { serviceName, components, current, incidents, maintenances, uptimes, days, now } = data;
  const { description } = pageStatuses[pageState(components, current).summary];
  const uptimeOf = new Map(uptimes.map(({ componentID, uptime }) => [componentID, uptime]));
  const rows = fitWithin(MAX_BYTES.components, components, {
    full: ({ componentID, name, status, description }) => {
      const uptime = uptimeOf.get(componentID) ?? null;
      const share = uptime === null ? "" : ` (${formatUptime(uptime, "en")} uptime over ${days} days)`;
      return `- ${plain(name)}: ${status}${share}${description && `. ${plain(description)}`}`;
    },
    short: ({ name, status }) => `- ${plain(beginning(name, BRIEF))}: ${status}`,
  });
  const open = fitWithin(MAX_BYTES.notices, incidents.filter(isOpen), {
    full: (incident) => incidentText(origin, incident),
    short: (incident) => headline(origin, incident),
  });
  const planned = fitWithin(MAX_BYTES.notices, maintenances, {
    full: (maintenance) => maintenanceText(origin, maintenance),
    short: (maintenance) => blocks(headline(origin, maintenance), windowOf(maintenance)),
  });
  // Others are here because they are open, or for readers whose days begin earlier.
  const pastDays = lastDays(now, PAST_DAYS);
  const recent = incidents.filter((incident) => dayOf(incident, pastDays) !== undefined);
  const past = fitWithin(MAX_BYTES.past, recent, {
    full: (incident) => line(origin, incident),
    short: (incident) => line(origin, incident),
  });
  const more = (count: number, what: string, where: string) =>
    count > 0 ? [`[${count} more ${what}](${origin}${where})`] : [];
  return blocks(
    `# ${plain(serviceName || "Service")} Status`,
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
      ...more(past.left, "incidents", "/history.md"),
    ]),
    `[History](${origin}/history.md)`,
  );
}

/** Of each part of the main page; in short all components fit. */
const MAX_BYTES = { components: 400 * 1024, notices: 200 * 1024, past: 160 * 1024 };
/** Of a component's name in short. */
const BRIEF = 100;

export function noticeMarkdown(origin: string, data: NoticePageData): string {
  const text =
    "incident" in data ? incidentText(origin, data.incident) : maintenanceText(origin, data.maintenance);
  const service = plain(data.serviceName || "Service");
  const { page, pages } = data;
  const path = addressOf(origin, "incident" in data ? data.incident : data.maintenance);
  const link = (text: string, to: number) => `[${text}](${path}${to === 1 ? "" : `?page=${to}`})`;
  return blocks(
    text.replace("### ", "# "),
    page > 1 && link("Newer updates", page - 1),
    page < pages && link("Older updates", page + 1),
    `[${service} Status](${origin}/index.md)`,
  );
}

export function historyMarkdown(
  origin: string,
  { serviceName, month, page, pages, older, newer, ...data }: HistoryPageData,
) {
  const { incidents, maintenances } = data;
  const link = (text: string, ...to: Parameters<typeof monthQuery>) =>
    `[${text}](${origin}/history.md?${monthQuery(...to)})`;
  return blocks(
    `# ${plain(serviceName || "Service")} Status: ${month}`,
    ...section("Incidents", [incidents.map((incident) => line(origin, incident)).join("\n")]),
    ...section("Scheduled maintenance", [maintenances.map((notice) => line(origin, notice)).join("\n")]),
    page > 1 && link(`Newer in ${month}`, month, page - 1),
    page < pages && link(`Older in ${month}`, month, page + 1),
    older && link(older, older),
    newer && link(newer, newer),
  );
}

function incidentText(origin: string, incident: Shown<Incident>): string {
  const updates = incident.incidentUpdates.map(({ incidentStatus, ...update }) =>
    updateText(incidentStatus, update),
  );
  return blocks(headline(origin, incident), affects(incident), ...updates, rest(origin, incident));
}

function maintenanceText(origin: string, maintenance: Shown<Maintenance>): string {
  const updates = maintenance.maintenanceUpdates.map(({ maintenanceStatus, ...update }) =>
    updateText(maintenanceStatus, update),
  );
  return blocks(
    headline(origin, maintenance),
    windowOf(maintenance),
    affects(maintenance),
    ...updates,
    rest(origin, maintenance),
  );
}

function windowOf({ status, startAt, endAt }: Maintenance): string {
  return `${status}: from ${time(startAt)} to ${time(endAt)}`;
}

type Notice = Shown<Incident> | Shown<Maintenance>;

function rest(origin: string, notice: Notice): string {
  return notice.shortened ? `[Read the rest](${addressOf(origin, notice)})` : "";
}

function headline(origin: string, notice: Notice): string {
  return `### [${plain(notice.name)}](${addressOf(origin, notice)})`;
}

function line(origin: string, notice: Notice): string {
  const day = formatDay(("startAt" in notice ? notice.startAt : notice.createdAt).slice(0, 10), "en");
  return `- ${day}: [${plain(notice.name)}](${addressOf(origin, notice)}) (${notice.status})`;
}

function addressOf(origin: string, notice: Notice): string {
  const path =
    "incidentID" in notice ? `incidents/${notice.incidentID}` : `maintenances/${notice.maintenanceID}`;
  return `${origin}/${path}.md`;
}

function affects(notice: Notice): string {
  const { components, componentCount } = notice;
  if (components.length === 0) return "";
  const more = componentCount - components.length;
  const each = components.map((component) =>
    componentText(notice, { ...component, name: plain(component.name) }),
  );
  return `Affects ${[...each, ...(more > 0 ? [`${more} more`] : [])].join(", ")}`;
}

function updateText(status: string, { message, createdAt }: { message: string; createdAt: string }): string {
  return blocks(`**${status}**, ${time(createdAt)}`, message && quoted(message));
}

function section(title: string, parts: string[]): string[] {
  const said = parts.filter((part) => part !== "");
  return said.length === 0 ? [] : [`## ${title}`, ...said];
}

function blocks(...parts: (string | false | undefined)[]): string {
  return parts.filter((part) => part).join("\n\n");
}

function time(iso: string): string {
  return formatTime(iso, "en", "UTC");
}

/** A name as the text that it is, whatever Markdown makes of its characters. */
export function plain(name: string): string {
  return isolateDirection(name)
    .replace(/[!-/:-@[-`{-~]/g, "\\$&")
    .replace(/[\t\n]/g, (character) => `&#${character.charCodeAt(0)};`);
}
