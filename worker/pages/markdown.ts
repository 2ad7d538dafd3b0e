import { formatUptime } from "../../web/status/views/figures.ts";
import { type HistoryPageData, monthQuery } from "../../web/status/views/history-page.tsx";
import type { NoticePageData } from "../../web/status/views/notice-page.tsx";
import { PAST_DAYS } from "../../web/status/views/past-days.tsx";
import type { StatusPageData } from "../../web/status/views/status-page.tsx";
import { formatDay, formatTime } from "../../web/status/views/time-format.ts";
import { windowStart } from "../components/uptime.ts";
import type { Incident } from "../incidents/schema.ts";
import type { Maintenance } from "../maintenances/schema.ts";
import { quoted } from "./quoted.ts";
import { isOpen, pageState, pageStatuses } from "./statuses.ts";

// The pages as Markdown (CommonMark), in English, for programs that read pages.

export function statusMarkdown(origin: string, data: StatusPageData): string {
  const { serviceName, components, incidents, maintenances, uptimes, days, now } = data;
  const { description } = pageStatuses[pageState(components, incidents).summary];
  // An older one is here because it is open, or was resolved within these days.
  const since = windowStart(PAST_DAYS, now);
  const recent = incidents.filter((incident) => incident.createdAt >= since || !isOpen(incident));
  const uptimeOf = new Map(uptimes.map(({ componentID, uptime }) => [componentID, uptime]));
  const described = components.map(({ componentID, name, status, description }) => {
    const uptime = uptimeOf.get(componentID) ?? null;
    const share = uptime === null ? "" : ` (${formatUptime(uptime, "en")} uptime over ${days} days)`;
    return `- ${plain(name)}: ${status}${share}${description && `. ${plain(description)}`}`;
  });
  return blocks(
    `# ${plain(serviceName || "Service")} Status`,
    `${description}, as of ${time(now)}.`,
    ...section(
      "Active incidents",
      incidents.filter(isOpen).map((incident) => incidentText(origin, incident)),
    ),
    ...section("Components", [described.join("\n")]),
    ...section(
      "Scheduled maintenance",
      maintenances.map((maintenance) => maintenanceText(origin, maintenance)),
    ),
    ...section(`Last ${PAST_DAYS} days`, [recent.map((incident) => line(origin, incident)).join("\n")]),
    `[History](${origin}/history.md)`,
  );
}

export function noticeMarkdown(origin: string, data: NoticePageData): string {
  const text =
    "incident" in data ? incidentText(origin, data.incident) : maintenanceText(origin, data.maintenance);
  const service = plain(data.serviceName || "Service");
  return blocks(text.replace("### ", "# "), `[${service} Status](${origin}/index.md)`);
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

function incidentText(origin: string, incident: Incident): string {
  const updates = incident.incidentUpdates.map(({ incidentStatus, ...update }) =>
    updateText(incidentStatus, update),
  );
  return blocks(headline(origin, incident), affects(incident), ...updates);
}

function maintenanceText(origin: string, maintenance: Maintenance): string {
  const { startAt, endAt, maintenanceUpdates } = maintenance;
  const updates = maintenanceUpdates.map(({ maintenanceStatus, ...update }) =>
    updateText(maintenanceStatus, update),
  );
  const window = `${maintenance.status}: from ${time(startAt)} to ${time(endAt)}`;
  return blocks(headline(origin, maintenance), window, affects(maintenance), ...updates);
}

type Notice = Incident | Maintenance;

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

function affects({ components }: Notice): string {
  return components.length === 0
    ? ""
    : `Affects ${components.map(({ name, status }) => `${plain(name)} (${status})`).join(", ")}`;
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
  return name
    .replace(/[!-/:-@[-`{-~]/g, "\\$&")
    .replace(/[\t\n]/g, (character) => `&#${character.charCodeAt(0)};`);
}
