import { asc, desc, eq, inArray, lt, ne, or, type SQL, sql } from "drizzle-orm";
import { setComponentStatuses } from "../components/history.ts";
import { refuseUnknownComponents, selectUnknownComponents } from "../components/store.ts";
import { components } from "../components/table.ts";
import { raiseContentVersion } from "../content-version/store.ts";
import type { Db } from "../db.ts";
import { notFound } from "../errors.ts";
import { newID } from "../ids.ts";
import type {
  Incident,
  IncidentChange,
  IncidentUpdate,
  IncidentUpdateChange,
  NewIncident,
} from "./schema.ts";
import { incidentComponents, incidents, incidentUpdates } from "./table.ts";

/** Where a page of the list begins: everything strictly older. `incidentID` tells apart what began together. */
export interface Before {
  createdAt: string;
  incidentID?: string | undefined;
}

/** Newest first, with updates and components: three statements in one round trip, however long the page. */
export async function listIncidents(
  db: Db,
  { limit, before }: { limit: number; before?: Before | undefined },
) {
  return assembleIncidents(
    await db.batch(selectIncidents(db, { where: before && olderThan(before), limit })),
  );
}

/** Those that began since `since`, and older ones that are still open; for a page's batch. */
export function selectRecentIncidents(db: Db, since: string) {
  const recent = or(sql`${incidents.createdAt} >= ${since}`, ne(incidents.status, "Resolved"));
  return selectIncidents(db, { where: recent, limit: 200 });
}

export async function readIncident(db: Db, incidentID: string): Promise<Incident> {
  const where = eq(incidents.incidentID, incidentID);
  const [incident] = assembleIncidents(await db.batch(selectIncidents(db, { where, limit: 1 })));
  if (!incident) throw notFound(`incident ${incidentID}`);
  return incident;
}

function selectIncidents(db: Db, { where, limit }: { where: SQL | undefined; limit: number }) {
  const page = db
    .select({ incidentID: incidents.incidentID })
    .from(incidents)
    .where(where)
    .orderBy(desc(incidents.createdAt), desc(incidents.incidentID))
    .limit(limit);
  return [
    db
      .select()
      .from(incidents)
      .where(inArray(incidents.incidentID, page))
      .orderBy(desc(incidents.createdAt), desc(incidents.incidentID)),
    db
      .select()
      .from(incidentUpdates)
      .where(inArray(incidentUpdates.incidentID, page))
      .orderBy(...newestUpdateFirst),
    db
      .select({
        incidentID: incidentComponents.incidentID,
        componentID: components.componentID,
        name: components.name,
        status: incidentComponents.status,
      })
      .from(incidentComponents)
      .innerJoin(components, eq(components.componentID, incidentComponents.componentID))
      .where(inArray(incidentComponents.incidentID, page))
      .orderBy(asc(components.order)),
  ] as const;
}

// Updates of the same millisecond are told apart by the order they were stored in.
const newestUpdateFirst = [desc(incidentUpdates.createdAt), desc(sql`${incidentUpdates}.rowid`)] as const;

type RowsOf<Statements extends readonly unknown[]> = {
  readonly [K in keyof Statements]: Awaited<Statements[K]>;
};

/** The rows of one `selectIncidents` as the incidents that they make. */
export function assembleIncidents([found, updates, touched]: RowsOf<
  ReturnType<typeof selectIncidents>
>): Incident[] {
  const updatesOf = Map.groupBy(updates, ({ incidentID }) => incidentID);
  const componentsOf = Map.groupBy(touched, ({ incidentID }) => incidentID);
  return found.map((incident) => ({
    ...incident,
    components: (componentsOf.get(incident.incidentID) ?? []).map(({ incidentID: _, ...touch }) => touch),
    incidentUpdates: updatesOf.get(incident.incidentID) ?? [],
  }));
}

function olderThan({ createdAt, incidentID }: Before): SQL | undefined {
  if (incidentID === undefined) return lt(incidents.createdAt, createdAt);
  return sql`(${incidents.createdAt}, ${incidents.incidentID}) < (${createdAt}, ${incidentID})`;
}

/** The incident, its first update and the components it names change together or not at all. */
export async function openIncident(db: Db, input: NewIncident): Promise<Incident> {
  const { name, status, message = "", components: touched = [] } = input;
  refuseUnknownComponents(await selectUnknownComponents(db, touched));
  const now = new Date().toISOString();
  const createdAt = input.createdAt ?? now;
  const incidentID = newID();
  await db.batch([
    db.insert(incidents).values({ incidentID, name, status, message, createdAt, updatedAt: now }),
    appendUpdate(db, { incidentID, incidentStatus: status, message, createdAt, updatedAt: now }),
    ...touchComponents(db, incidentID, touched, { at: createdAt, now }),
    raiseContentVersion(db),
  ]);
  return readIncident(db, incidentID);
}

export async function changeIncident(db: Db, incidentID: string, change: IncidentChange): Promise<Incident> {
  const { name, createdAt, status, message, components: touched = [] } = change;
  const [current, unknown] = await db.batch([
    db.select({ status: incidents.status }).from(incidents).where(eq(incidents.incidentID, incidentID)),
    selectUnknownComponents(db, touched),
  ]);
  if (!current[0]) throw notFound(`incident ${incidentID}`);
  refuseUnknownComponents(unknown);
  const now = new Date().toISOString();
  const saysSomething = status !== undefined || message !== undefined || change.components !== undefined;
  const update = { incidentID, incidentStatus: status ?? current[0].status, message: message ?? "" };
  await db.batch([
    db
      .update(incidents)
      .set({
        ...(name !== undefined && { name }),
        ...(createdAt !== undefined && { createdAt }),
        updatedAt: now,
      })
      .where(eq(incidents.incidentID, incidentID)),
    ...(saysSomething ? [appendUpdate(db, { ...update, createdAt: now, updatedAt: now })] : []),
    ...touchComponents(db, incidentID, touched, { at: now, now }),
    followNewestUpdate(db, incidentID),
    raiseContentVersion(db),
  ]);
  return readIncident(db, incidentID);
}

export async function changeIncidentUpdate(
  db: Db,
  { incidentID, incidentUpdateID }: { incidentID: string; incidentUpdateID: string },
  change: IncidentUpdateChange,
): Promise<IncidentUpdate> {
  const now = new Date().toISOString();
  const { incidentStatus, message, createdAt } = change;
  const [changed] = await db.batch([
    db
      .update(incidentUpdates)
      .set({
        ...(incidentStatus !== undefined && { incidentStatus }),
        ...(message !== undefined && { message }),
        ...(createdAt !== undefined && { createdAt }),
        updatedAt: now,
      })
      .where(
        sql`${incidentUpdates.incidentUpdateID} = ${incidentUpdateID} AND ${incidentUpdates.incidentID} = ${incidentID}`,
      )
      .returning(),
    followNewestUpdate(db, incidentID),
    raiseContentVersion(db),
  ]);
  if (!changed[0]) throw notFound(`update ${incidentUpdateID} of incident ${incidentID}`);
  return changed[0];
}

/** Its updates go too, its components' statuses stay; deleting what is not there changes nothing. */
export async function deleteIncident(db: Db, incidentID: string): Promise<void> {
  await db.batch([db.delete(incidents).where(eq(incidents.incidentID, incidentID)), raiseContentVersion(db)]);
}

function appendUpdate(db: Db, update: Omit<IncidentUpdate, "incidentUpdateID">) {
  return db.insert(incidentUpdates).values({ incidentUpdateID: newID(), ...update });
}

/** Sets the components' statuses and keeps what the incident says about each. */
function touchComponents(
  db: Db,
  incidentID: string,
  touched: NonNullable<NewIncident["components"]>,
  when: { at: string; now: string },
) {
  return [
    ...setComponentStatuses(db, touched, { ...when, cause: `incident:${incidentID}` }),
    db
      .insert(incidentComponents)
      .select(sql`SELECT ${incidentID}, value ->> 'componentID', value ->> 'status'
        FROM json_each(${JSON.stringify(touched)}) WHERE true`)
      .onConflictDoUpdate({
        target: [incidentComponents.incidentID, incidentComponents.componentID],
        set: { status: sql`excluded.status` },
      }),
  ] as const;
}

/** An update's time can be edited, so which one is newest is asked again after every write. */
function followNewestUpdate(db: Db, incidentID: string) {
  const newest = db
    .select()
    .from(incidentUpdates)
    .where(eq(incidentUpdates.incidentID, incidentID))
    .orderBy(...newestUpdateFirst)
    .limit(1)
    .as("newest");
  return db
    .update(incidents)
    .set({ status: sql`${newest.incidentStatus}`, message: sql`${newest.message}` })
    .from(newest)
    .where(eq(incidents.incidentID, incidentID));
}
