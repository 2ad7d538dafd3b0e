import { en } from "../../../web/status/texts/en.ts";
import { formatDuration, formatList } from "../../../web/status/views/strips/figures.ts";
import { formatInUTC } from "../../../web/status/views/utc-format.ts";
import { componentStatuses } from "../../components/domain.ts";
import type { Milliseconds } from "../../components/uptime.ts";
import type { IncidentRecord } from "../../notices/postmortem/record.ts";
import { MINUTE_MS } from "../../shared/time/domain.ts";
import { truncate } from "../../shared/truncate.ts";

const MAX_UPDATES = 100;
const MAX_MESSAGE_CHARACTERS = 300;

/** Drafts a write-up from the incident's recorded facts. People write the rest. */
export function postmortemOutline({ incident, endedAt, times }: IncidentRecord): string {
  const { name, createdAt, updates, components } = incident;
  const duration = durationText(Date.parse(endedAt) - Date.parse(createdAt));
  const timeline = updates
    .toReversed()
    .slice(0, MAX_UPDATES)
    .map(({ status, createdAt: at, message }) => {
      const text = truncate(message.replace(/\s+/g, " "), MAX_MESSAGE_CHARACTERS);
      return `- ${time(at)} **${status}**${text && `: ${text}`}`;
    });
  const impact = components.map(
    ({ componentID, name }) => `- ${escaped(name)}: ${timesText(times.get(componentID))}`,
  );
  return [
    "## Summary",
    `${escaped(name)} lasted ${duration}, from ${time(createdAt)} to ${time(endedAt)}.`,
    "## Timeline",
    timeline.join("\n"),
    "## Impact",
    impact.length > 0 ? impact.join("\n") : "No component was affected.",
    "## Root cause",
    "## What we'll do",
  ].join("\n\n");
}

function timesText(times: Milliseconds = {}): string {
  const texts = componentStatuses
    .filter((status) => status !== "Operational" && (times[status] ?? 0) > 0)
    .toReversed()
    .map((status) => `${status} for ${durationText(times[status] ?? 0)}`);
  return texts.length > 0 ? formatList(texts, "en") : "Operational throughout";
}

function durationText(milliseconds: number): string {
  return formatDuration(Math.floor(milliseconds / MINUTE_MS), { texts: en, language: "en" });
}

function time(iso: string): string {
  return formatInUTC(iso, "en");
}

/** Escapes only what would change how a name looks, because people edit this text. */
function escaped(name: string): string {
  return name.replace(/[\\`*_[\]<>#]/g, "\\$&").replace(/\s+/g, " ");
}
