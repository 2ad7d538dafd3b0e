import ical, {
  type ICalCalendar,
  ICalCalendarMethod,
  ICalEventStatus,
  ICalEventTransparency,
} from "ical-generator";
import { isolateDirection } from "../../../web/shared/isolate-direction.ts";
import { bytesIn, chooseDetail } from "../../../web/status/views/choose-detail.ts";
import { noticePath, noticeStart } from "../../notices/domain.ts";
import type { Cancelled } from "../../notices/maintenance/store.ts";
import type { LoadedNotice } from "../../notices/reads/assemble.ts";
import { KiB } from "../../shared/domain.ts";
import { affectedComponents, messageText } from "./notice-html.tsx";

export interface Calendar {
  service: string;
  origin: string;
  maintenances: LoadedNotice[];
  cancelled: Cancelled[];
}

const BUDGET = { fullBytes: 320 * KiB, briefBytes: Number.POSITIVE_INFINITY };

export function calendar({ service, origin, maintenances, cancelled }: Calendar): string {
  const events = ical({
    name: escapeText(`${isolateDirection(service)} maintenance`),
    prodId: { company: "Daymark", product: "Status page", language: "EN" },
    method: ICalCalendarMethod.PUBLISH,
    ttl: 15 * 60,
    url: `${origin}/maintenances.ics`,
  });
  const forms = { full: eventDescription, brief: ({ status }: LoadedNotice) => status, byteLength: bytesIn };
  const descriptions = chooseDetail(maintenances, forms, BUDGET);
  for (const [at, maintenance] of maintenances.entries())
    addEvent(events, origin, { maintenance, description: descriptions[at] ?? maintenance.status });
  for (const { maintenanceID, cancelledAt, ...times } of cancelled) {
    events.createEvent({
      ...commonFields(maintenanceID, { ...times, name: "Cancelled maintenance", changedAt: cancelledAt }),
      status: ICalEventStatus.CANCELLED,
    });
  }
  // RFC 5545 §3.4 requires a line break after the last line, too.
  const text = `${events.toString()}\r\n`;
  return events.length() > 0 ? text : text.replace(/(?=END:VCALENDAR\r\n$)/, `${UTC_TIME_ZONE}\r\n`);
}

// RFC 5545 §3.6 requires at least one component, so an empty calendar has the UTC time zone.
const UTC_TIME_ZONE = [
  ...["BEGIN:VTIMEZONE", "TZID:Etc/UTC", "BEGIN:STANDARD", "DTSTART:19700101T000000"],
  ...["TZOFFSETFROM:+0000", "TZOFFSETTO:+0000", "END:STANDARD", "END:VTIMEZONE"],
].join("\r\n");

function eventDescription(maintenance: LoadedNotice): string {
  const { status, latestMessage } = maintenance;
  const affected = affectedComponents(maintenance, ({ name }) => isolateDirection(name));
  const about = [messageText(latestMessage), status, affected && `Affects ${affected}`];
  return about.filter((part) => part !== "").join("\n\n");
}

function addEvent(
  events: ICalCalendar,
  origin: string,
  { maintenance, description }: { maintenance: LoadedNotice; description: string },
) {
  const { noticeID, endAt, createdAt, updatedAt } = maintenance;
  events.createEvent({
    ...commonFields(noticeID, {
      ...maintenance,
      startAt: noticeStart(maintenance),
      endAt: endAt ?? createdAt, // a maintenance always has one
      changedAt: maintenance.changedAt ?? updatedAt,
    }),
    status: ICalEventStatus.CONFIRMED,
    description,
    url: origin + noticePath(maintenance),
  });
}

interface Common {
  name: string;
  startAt: string;
  endAt: string;
  sequence: number;
  createdAt: string;
  changedAt: string;
}

function commonFields(id: string, { name, startAt, endAt, sequence, createdAt, changedAt }: Common) {
  return {
    id: `${id}@daymark`,
    summary: name,
    start: new Date(startAt),
    end: new Date(endAt),
    sequence,
    created: new Date(createdAt),
    lastModified: new Date(changedAt),
    stamp: new Date(changedAt),
    // A maintenance must not block time in anyone's calendar.
    transparency: ICalEventTransparency.TRANSPARENT,
  };
}

/** RFC 5545 §3.3.11. The library escapes events, but not the calendar's name. */
function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, "\\$&").replaceAll("\n", "\\n");
}
