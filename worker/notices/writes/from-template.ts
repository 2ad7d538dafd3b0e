import { asc, sql } from "drizzle-orm";
import { entryField, storedEntries } from "../../components/stored-statuses.ts";
import { components } from "../../components/table.ts";
import { type HttpError, invalidField } from "../../http/errors.ts";
import { selectSettings, settingsOrDefaults } from "../../settings/store.ts";
import { isoTime } from "../../shared/time/domain.ts";
import type { Db } from "../../storage/db.ts";
import { listed } from "../../storage/listed.ts";
import {
  MAX_MESSAGE_CHARACTERS,
  MAX_NAME_CHARACTERS,
  type NewNotice,
  type NoticeKind,
  type NoticeStatus,
  noticeStatuses,
} from "../domain.ts";
import { fillVariables } from "../templates/domain.ts";
import { selectTemplate, toTemplate } from "../templates/store.ts";
import { templates } from "../templates/table.ts";

export type CompleteNotice = NewNotice & { name: string; status: NoticeStatus };

/**
 * Takes what the request leaves empty from its template, with the variables replaced by their values.
 * @throws HttpError 400 if there is no such template of this kind, or neither gives a name
 */
export async function completeFromTemplate(
  db: Db,
  kind: NoticeKind,
  input: NewNotice,
): Promise<CompleteNotice> {
  const { templateID } = input;
  if (templateID === undefined) return requireName(kind, input);
  const { components: sent = [], createdAt, startAt, endAt } = input;
  const now = isoTime(Date.now());
  const [[row], settings, named] = await db.batch([
    selectTemplate(db, templateID),
    selectSettings(db),
    selectComponentNames(db, templateID, sent),
  ]);
  if (!row) throw invalidTemplate(`There is no template ${templateID}.`);
  const template = toTemplate(row);
  if (template.kind !== kind)
    throw invalidTemplate(`The template ${template.name} is for ${template.kind}s, not for ${kind}s.`);
  const context = {
    componentNames: named.map(({ name }) => name),
    serviceName: settingsOrDefaults(settings).serviceName,
    startAt: startAt ?? createdAt ?? now,
    endAt: endAt ?? input.resolvedAt ?? now,
  };
  return requireName(kind, {
    ...input,
    name: input.name || fillVariables(template.title, context, MAX_NAME_CHARACTERS),
    message: input.message || fillVariables(template.message, context, MAX_MESSAGE_CHARACTERS),
    status: input.status ?? template.status ?? noticeStatuses[kind][0],
    components: sent.length > 0 ? sent : template.components,
  });
}

function selectComponentNames(db: Db, templateID: string, sent: { componentID: string }[]) {
  const ids =
    sent.length > 0
      ? listed(sent.map(({ componentID }) => componentID))
      : sql`(SELECT ${entryField("componentID")} FROM ${templates}, ${storedEntries(templates.components)} AS entry
          WHERE templates.template_id = ${templateID})`;
  return db
    .select({ name: components.name })
    .from(components)
    .where(sql`${components.componentID} IN ${ids}`)
    .orderBy(asc(components.order));
}

function requireName(kind: NoticeKind, { name, status = noticeStatuses[kind][0], ...rest }: NewNotice) {
  if (name) return { name, status, ...rest };
  const message = "Name is required: the template has no title.";
  throw invalidField("name", message);
}

function invalidTemplate(message: string): HttpError {
  return invalidField("templateID", message);
}
