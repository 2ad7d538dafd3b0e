import { componentStates, incidentStates, maintenanceStates } from "../../../worker/public/v2/domain.ts";
import { DAY_MS } from "../../../worker/shared/time/domain.ts";
import { isRecord } from "../../../worker/storage/domain.ts";
import { type Fields, toObjects } from "../fields.ts";
import { warn } from "../output.ts";
import { fetchJSON, fetchObject, refused } from "./fetch-source.ts";
import type { SourcePage } from "./read-source.ts";

/** Each incident and maintenance takes a request. */
const MAX_NOTICES = 5000;
const REQUESTS_AT_ONCE = 4;
const NOTICES_PER_PROGRESS = 100;

/**
 * Reads the public API of LambStatus, which has Daymark's words for statuses, and tells it in the words of the API v2.
 * @returns undefined if the page isn't one of LambStatus
 * @see https://lambstatus.github.io/apidocs/
 */
export async function readLambStatus(url: string): Promise<SourcePage | undefined> {
  const components = await readComponents(url);
  if (components === undefined) return undefined;
  const [settings, incidents, maintenances] = [
    await fetchObject(url, "/api/public-settings"),
    await readNotices(url, "incidents", "incidentID"),
    await readNotices(url, "maintenances", "maintenanceID"),
  ];
  return {
    url,
    id: undefined,
    name: settings.serviceName,
    components: components.map(toComponent),
    incidents: incidents.map(toIncident),
    maintenances: maintenances.map(toMaintenance),
    isFull: { incidents: false, maintenances: false },
    lost: [
      "LambStatus doesn't tell which components an incident or maintenance was about, so they name none, and uptime begins today.",
    ],
  };
}

/** Another kind of page may answer this path in any way. */
async function readComponents(url: string): Promise<Fields[] | undefined> {
  const list = await fetchJSON(url, "/api/components").catch(() => undefined);
  const isLambStatus =
    Array.isArray(list) && list.every((each) => isRecord(each) && typeof each.componentID === "string");
  return isLambStatus ? toObjects(list) : undefined;
}

async function readNotices(url: string, kind: string, idField: string): Promise<Fields[]> {
  const list = await fetchJSON(url, `/api/${kind}`);
  if (!Array.isArray(list)) throw refused(`${url}/api/${kind} isn't a list.`);
  if (list.length > MAX_NOTICES)
    throw refused(
      `${url} has ${list.length.toLocaleString("en")} ${kind}, and ${MAX_NOTICES.toLocaleString("en")} can be imported.`,
    );
  const listed = toObjects(list);
  const read: Fields[] = [];
  for (let at = 0; at < listed.length; at += REQUESTS_AT_ONCE) {
    const some = listed.slice(at, at + REQUESTS_AT_ONCE);
    read.push(...(await Promise.all(some.map((each) => withUpdates(each[idField], each)))));
    if (read.length % NOTICES_PER_PROGRESS === 0)
      warn(`${read.length.toLocaleString("en")} of ${listed.length.toLocaleString("en")} ${kind} read.`);
  }
  return read;

  /** Only the answer about one incident or maintenance has its updates. */
  async function withUpdates(id: unknown, listed: Fields): Promise<Fields> {
    if (typeof id !== "string" || id === "") return listed;
    return { ...listed, ...(await fetchObject(url, `/api/${kind}/${encodeURIComponent(id)}`)) };
  }
}

function toComponent({ componentID, name, description, status, order }: Fields): Fields {
  // Nothing is known of the time before the import, so no uptime is shown for that.
  const today = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS).toISOString();
  return {
    id: componentID,
    name,
    description,
    position: order,
    created_at: today,
    updated_at: today,
    status: toState(status, componentStates),
  };
}

function toIncident(incident: Fields): Fields {
  const updates = toObjects(incident.incidentUpdates).map(({ incidentUpdateID, incidentStatus, ...update }) =>
    toUpdate(update, incidentUpdateID, toState(incidentStatus, incidentStates)),
  );
  // LambStatus knows no impact. This is what an incident without components has in the API v2.
  const impact = "minor";
  const status = toState(incident.status, incidentStates);
  return { ...toNotice(incident, incident.incidentID), status, impact, incident_updates: updates };
}

function toMaintenance(maintenance: Fields): Fields {
  const updates = toObjects(maintenance.maintenanceUpdates).map(
    ({ maintenanceUpdateID, maintenanceStatus, ...update }) =>
      toUpdate(update, maintenanceUpdateID, toState(maintenanceStatus, maintenanceStates)),
  );
  return {
    ...toNotice(maintenance, maintenance.maintenanceID),
    status: toState(maintenance.status, maintenanceStates),
    scheduled_for: maintenance.startAt,
    scheduled_until: maintenance.endAt,
    incident_updates: updates,
  };
}

function toNotice({ name, createdAt, updatedAt }: Fields, id: unknown): Fields {
  return { id, name, ...toTimes(createdAt, updatedAt) };
}

function toUpdate({ message, createdAt, updatedAt }: Fields, id: unknown, status: unknown): Fields {
  return { id, status, body: message, ...toTimes(createdAt, updatedAt) };
}

/** The first versions of LambStatus kept no time of creation. */
function toTimes(createdAt: unknown, updatedAt: unknown): Fields {
  return { created_at: createdAt ?? updatedAt, updated_at: updatedAt };
}

/** An unknown status stays as it is, so that the import counts it. */
function toState(status: unknown, states: Record<string, string>): unknown {
  return typeof status === "string" && Object.hasOwn(states, status) ? states[status] : status;
}
