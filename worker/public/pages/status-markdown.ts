import { bytesIn, chooseDetail } from "../../../web/status/views/choose-detail.ts";
import { findShownDay, lastDays } from "../../../web/status/views/page/past-days.tsx";
import type { StatusPageData } from "../../../web/status/views/page/status-page.tsx";
import { formatUptime, measuredUptime } from "../../../web/status/views/strips/figures.ts";
import { truncate } from "../../../web/status/views/truncate.ts";
import { type ComponentStatus, isListed } from "../../components/domain.ts";
import { pageEntries } from "../../components/groups/domain.ts";
import { byImpact, isOpen, isRunning, type ShownNotice } from "../../notices/domain.ts";
import { blockquote } from "../../notices/message-markdown.ts";
import { KiB } from "../../shared/domain.ts";
import { PAST_DAYS, pageState, pageStatuses } from "./domain.ts";
import { blocks, escapeMarkdown, headline, line, noticeText, section, time, windowText } from "./markdown.ts";

export function statusMarkdown(origin: string, data: StatusPageData): string {
  const { serviceName, note, components, current, incidents, maintenances, now } = data;
  const { description } = pageStatuses[pageState(components, current).summary];
  const rows = componentRows(data);
  // Others were loaded because they are open, or for readers whose days begin earlier.
  const pastDays = lastDays(now, PAST_DAYS);
  const recent = incidents.filter((incident) => findShownDay(incident, pastDays) !== undefined);
  const forms = noticeForms(origin);
  const openTexts = chooseDetail(
    incidents.filter(isOpen).toSorted(byImpact),
    forms.incident,
    BUDGETS.incidents,
  );
  const maintenanceTexts = (isShown: (notice: ShownNotice) => boolean) =>
    chooseDetail(maintenances.filter(isShown), forms.maintenance, BUDGETS.maintenances);
  const runningTexts = maintenanceTexts(({ status }) => isRunning(status));
  const plannedTexts = maintenanceTexts(({ status }) => !isRunning(status));
  const pastLines = chooseDetail(recent, forms.past, BUDGETS.past);
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
      writeComponentList(rows, data.days),
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

function noticeForms(origin: string) {
  const full = (notice: ShownNotice) => noticeText(origin, notice);
  const brief = (notice: ShownNotice) => headline(origin, notice);
  const pastLine = (incident: ShownNotice) => line(origin, incident);
  return {
    incident: { full, brief, byteLength: bytesIn },
    maintenance: {
      full,
      brief: (maintenance: ShownNotice) => blocks(brief(maintenance), windowText(maintenance)),
      byteLength: bytesIn,
    },
    past: { full: pastLine, brief: pastLine, byteLength: bytesIn },
  };
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
    const rows = members.filter(isListed).map(({ componentID, name, status, description }) => ({
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

function writeComponentList(rows: ComponentLine[], days: number): string {
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
    byteLength: bytesIn,
  };
  return chooseDetail(rows, forms, BUDGETS.components).join("\n");
}
