import { asc, eq, sql } from "drizzle-orm";
import { componentGroups } from "../../components/groups/table.ts";
import { refuseUnknownComponents, selectUnknownComponents } from "../../components/store.ts";
import { existingStatuses, parseStatuses } from "../../components/stored-statuses.ts";
import { invalidField, notFound } from "../../http/errors.ts";
import { templates } from "../../notices/templates/table.ts";
import { isoTime } from "../../shared/time/domain.ts";
import type { Db, WriteDb } from "../../storage/db.ts";
import { idForNewItem } from "../../storage/new-item-ids.ts";
import { omitUndefined } from "../../storage/omit-undefined.ts";
import { changeItem, guardUnchanged, requireUnchanged } from "../../storage/preconditions.ts";
import { requireCapacity } from "../../storage/require-capacity.ts";
import { parseStored } from "../../storage/stored-json.ts";
import { guard } from "../../storage/writes/batch-guard.ts";
import { DEFAULT_HOLD_MINUTES, DEFAULT_MODE, DEFAULT_SETTLE_MINUTES, MAX_RULES } from "./domain.ts";
import { firingAlerts, newEpisode } from "./episode.ts";
import { type AlertRule, type AlertRuleChange, LabelMatches, type NewAlertRule } from "./schema.ts";
import { parseEpisode } from "./stored-episode.ts";
import { alertEpisodes, alertRules } from "./table.ts";

interface RuleTarget {
  ruleID: string;
  unchangedSince: string | undefined;
}

export async function listRules(db: Db): Promise<AlertRule[]> {
  const rows = await selectRules(db).orderBy(asc(alertRules.createdAt), asc(alertRules.ruleID));
  return rows.map(toRule);
}

export async function readRule(db: Db, ruleID: string): Promise<AlertRule> {
  return one(await selectRule(db, ruleID));
}

function selectRule(db: Db, ruleID: string) {
  return selectRules(db).where(eq(alertRules.ruleID, ruleID));
}

function selectRules(db: Db) {
  return db
    .select({
      ruleID: alertRules.ruleID,
      name: alertRules.name,
      source: alertRules.source,
      labels: alertRules.labels,
      existing: existingStatuses(alertRules.components),
      stored: alertRules.components,
      groupID: sql<
        string | null
      >`(SELECT group_id FROM ${componentGroups} AS g WHERE g.group_id = ${alertRules.groupID})`,
      groupStatus: alertRules.groupStatus,
      templateID: sql<
        string | null
      >`(SELECT template_id FROM ${templates} AS t WHERE t.template_id = ${alertRules.templateID})`,
      mode: alertRules.mode,
      holdMinutes: alertRules.holdMinutes,
      settleMinutes: alertRules.settleMinutes,
      episode: alertEpisodes.state,
      createdAt: alertRules.createdAt,
      updatedAt: alertRules.updatedAt,
    })
    .from(alertRules)
    .leftJoin(alertEpisodes, eq(alertEpisodes.ruleID, alertRules.ruleID));
}

type Row = Awaited<ReturnType<typeof selectRules>>[number];

function toRule({ existing, stored, labels, episode, source, createdAt, updatedAt, ...row }: Row): AlertRule {
  const state = parseEpisode(episode);
  return {
    ...row,
    source: source as AlertRule["source"], // only `addRule` and `changeRule` write it
    labels: parseStored(LabelMatches, "alert_rules.labels", labels) ?? [],
    components: parseStatuses("alert_rules.components", { stored, existing }),
    firing: firingAlerts(state).length,
    log: state.log,
    createdAt,
    updatedAt,
  };
}

function one([row]: Row[]): AlertRule {
  if (!row) throw notFound("rule");
  return toRule(row);
}

/** @throws HttpError 400 for an unknown component, group or template, or 409 if there are already `MAX_RULES` */
export async function addRule(db: WriteDb<"console">, input: NewAlertRule): Promise<AlertRule> {
  const { labels = [], components = [], groupID = null, templateID = null } = input;
  await refuseUnknown(db, { components, groupID, templateID });
  const ruleID = idForNewItem(db);
  const now = isoTime(Date.now());
  const write = db.batch([
    guard(db, sql`(SELECT count(*) FROM ${alertRules}) < ${MAX_RULES}`),
    db.insert(alertRules).values({
      ruleID,
      name: input.name,
      source: input.source ?? "",
      labels: JSON.stringify(labels),
      components: JSON.stringify(components),
      groupID,
      groupStatus: input.groupStatus ?? "Partial Outage",
      templateID,
      mode: input.mode ?? DEFAULT_MODE,
      holdMinutes: input.holdMinutes ?? DEFAULT_HOLD_MINUTES,
      settleMinutes: input.settleMinutes ?? DEFAULT_SETTLE_MINUTES,
      createdAt: now,
      updatedAt: now,
    }),
    // Its first run looks for alerts that fire already.
    db.insert(alertEpisodes).values({ ruleID, version: 0, state: JSON.stringify(newEpisode), dueAt: now }),
    selectRule(db, ruleID),
  ]);
  const [, , , added] = await requireCapacity(MAX_RULES, "rules", write);
  return one(added);
}

/** @throws HttpError 404, 400 for an unknown component, group or template, or 409 if the rule has changed since `unchangedSince` */
export async function changeRule(
  db: WriteDb<"console">,
  { ruleID, unchangedSince }: RuleTarget,
  { labels, components, ...fields }: AlertRuleChange,
): Promise<AlertRule> {
  const condition = eq(alertRules.ruleID, ruleID);
  const read = () => readRule(db, ruleID);
  return changeItem(db, { table: alertRules, condition, unchangedSince }, read, async (_, version) => {
    await refuseUnknown(db, { components, groupID: fields.groupID, templateID: fields.templateID });
    const [, , changed] = await db.batch([
      version.unchanged,
      db
        .update(alertRules)
        .set({
          ...omitUndefined(fields),
          ...(labels && { labels: JSON.stringify(labels) }),
          ...(components && { components: JSON.stringify(components) }),
          updatedAt: version.now,
        })
        .where(condition),
      selectRule(db, ruleID),
      ...(labels || fields.source !== undefined ? [lookAgain(db, ruleID, version.now)] : []),
    ]);
    return one(changed);
  });
}

/** A rule that is about other alerts now looks for those that fire already, as a new one. What it has begun goes on. */
function lookAgain(db: WriteDb, ruleID: string, now: string) {
  const { state } = alertEpisodes;
  return db
    .insert(alertEpisodes)
    .values({ ruleID, version: 0, state: JSON.stringify(newEpisode), dueAt: now })
    .onConflictDoUpdate({
      target: alertEpisodes.ruleID,
      set: { version: 0, state: sql`json_set(${state}, '$.alerts', json('{}'))`, dueAt: now },
      setWhere: sql`json_type(${state}, '$.begun') = 'null'`,
    });
}

/** What it has begun stays as it is. Succeeds if it is already deleted. @throws HttpError 409 if the rule has changed since `unchangedSince` */
export async function deleteRule(
  db: WriteDb<"console">,
  { ruleID, unchangedSince }: RuleTarget,
): Promise<void> {
  const condition = eq(alertRules.ruleID, ruleID);
  const deletion = db.batch([
    guardUnchanged(db, { table: alertRules, condition, unchangedSince }),
    db.delete(alertRules).where(condition),
  ]);
  await requireUnchanged(deletion, () => readRule(db, ruleID));
}

async function refuseUnknown(
  db: Db,
  {
    components = [],
    groupID,
    templateID,
  }: Partial<Pick<NewAlertRule, "components" | "groupID" | "templateID">>,
): Promise<void> {
  const [unknown, groups, found] = await db.batch([
    selectUnknownComponents(db, components),
    db
      .select({ groupID: componentGroups.groupID })
      .from(componentGroups)
      .where(eq(componentGroups.groupID, groupID ?? "")),
    db
      .select({ kind: templates.kind })
      .from(templates)
      .where(eq(templates.templateID, templateID ?? "")),
  ]);
  refuseUnknownComponents(unknown);
  if (groupID && groups.length === 0) throw invalidField("groupID", `There is no group ${groupID}.`);
  if (templateID && found[0]?.kind !== "incident")
    throw invalidField("templateID", `There is no template ${templateID} for incidents.`);
}
