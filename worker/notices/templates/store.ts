import { asc, eq, sql } from "drizzle-orm";
import { refuseUnknownComponents, selectUnknownComponents } from "../../components/store.ts";
import { existingStatuses, parseStatuses } from "../../components/stored-statuses.ts";
import { errorIncludes, invalidField, notFound, stateConflict } from "../../http/errors.ts";
import type { ListFilter } from "../../http/lists/list-filter.ts";
import { isoTime } from "../../shared/time/domain.ts";
import type { Db, WriteDb } from "../../storage/db.ts";
import { matchesFilter } from "../../storage/matches-filter.ts";
import { idForNewItem } from "../../storage/new-item-ids.ts";
import { omitUndefined } from "../../storage/omit-undefined.ts";
import { changeItem, guardUnchanged, requireUnchanged } from "../../storage/preconditions.ts";
import { requireCapacity } from "../../storage/require-capacity.ts";
import { guard } from "../../storage/writes/batch-guard.ts";
import { foldCase, MAX_TEMPLATES } from "./domain.ts";
import { type NewTemplate, type Template, type TemplateChange, templateStatusProblem } from "./schema.ts";
import { templates } from "./table.ts";

export async function listTemplates(db: Db, filter: ListFilter = {}): Promise<Template[]> {
  const rows = await select(db).where(matchesFilter(templates, filter)).orderBy(asc(templates.nameKey));
  return rows.map(toTemplate);
}

/** Await it through `readTemplate`, or put it into a batch and pass the rows to `toTemplate`. */
export function selectTemplate(db: Db, templateID: string) {
  return select(db).where(eq(templates.templateID, templateID));
}

export async function readTemplate(db: Db, templateID: string): Promise<Template> {
  return one(await selectTemplate(db, templateID));
}

function select(db: Db) {
  return db
    .select({
      templateID: templates.templateID,
      name: templates.name,
      kind: templates.kind,
      title: templates.title,
      message: templates.message,
      status: templates.status,
      components: existingStatuses(templates.components),
      named: templates.components,
      createdAt: templates.createdAt,
      updatedAt: templates.updatedAt,
    })
    .from(templates);
}

type Row = Awaited<ReturnType<typeof select>>[number];

/** Components that can't be read are left out. */
export function toTemplate({ named: stored, components: existing, ...row }: Row): Template {
  return { ...row, components: parseStatuses("templates.components", { stored, existing }) };
}

/** @throws HttpError 400 for an unknown component, or 409 if the name is taken or there are already `MAX_TEMPLATES` */
export async function addTemplate(db: WriteDb<"console">, input: NewTemplate): Promise<Template> {
  const { name, kind, title = "", message = "", status = null, components: named = [] } = input;
  refuseUnknownComponents(await selectUnknownComponents(db, named));
  const templateID = idForNewItem(db);
  const now = isoTime(Date.now());
  const write = db.batch([
    guard(db, sql`(SELECT count(*) FROM ${templates}) < ${MAX_TEMPLATES}`),
    db.insert(templates).values({
      templateID,
      name,
      nameKey: foldCase(name),
      kind,
      title,
      message,
      status,
      components: JSON.stringify(named),
      createdAt: now,
      updatedAt: now,
    }),
    selectTemplate(db, templateID),
  ]);
  const [, , added] = await requireCapacity(MAX_TEMPLATES, "templates", refuseTakenName(name, write));
  return one(added);
}

/** @throws HttpError 404, 400, or 409 if the name is taken or the template has changed since `unchangedSince` */
export async function changeTemplate(
  db: WriteDb<"console">,
  { templateID, unchangedSince }: { templateID: string; unchangedSince: string | undefined },
  change: TemplateChange,
): Promise<Template> {
  const condition = eq(templates.templateID, templateID);
  const { components: named, ...fields } = change;
  const read = () => readTemplate(db, templateID);
  return changeItem(db, { table: templates, condition, unchangedSince }, read, async (current, version) => {
    if (named) refuseUnknownComponents(await selectUnknownComponents(db, named));
    const changed = { ...current, ...omitUndefined(fields) };
    refuseStatus(templateStatusProblem(changed.kind, changed.status));
    const write = db.batch([
      version.unchanged,
      db
        .update(templates)
        .set({
          ...omitUndefined(fields),
          nameKey: foldCase(changed.name),
          ...(named && { components: JSON.stringify(named) }),
          updatedAt: version.now,
        })
        .where(condition),
      selectTemplate(db, templateID),
    ]);
    const [, , rows] = await refuseTakenName(changed.name, write);
    return one(rows);
  });
}

/** Succeeds if it is already deleted. @throws HttpError 409 if the template has changed since `unchangedSince` */
export async function deleteTemplate(
  db: WriteDb<"console">,
  { templateID, unchangedSince }: { templateID: string; unchangedSince: string | undefined },
): Promise<void> {
  const condition = eq(templates.templateID, templateID);
  const deletion = db.batch([
    guardUnchanged(db, { table: templates, condition, unchangedSince }),
    db.delete(templates).where(condition),
  ]);
  await requireUnchanged(deletion, () => readTemplate(db, templateID));
}

function refuseTakenName<T>(name: string, writing: Promise<T>): Promise<T> {
  return writing.catch((error: unknown) => {
    if (!errorIncludes(error, "UNIQUE constraint failed: templates.name_key")) throw error;
    const message = `There is already a template named ${name}. Choose another name.`;
    throw stateConflict(message, { errors: [{ path: "name", message }] });
  });
}

function refuseStatus(message: string | undefined): void {
  if (message !== undefined) throw invalidField("status", message);
}

function one([row]: Row[]): Template {
  if (!row) throw notFound("template");
  return toTemplate(row);
}
