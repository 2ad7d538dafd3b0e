import { asc, sql } from "drizzle-orm";
import { components } from "../../components/table.ts";
import { MAX_NAME_CHARACTERS } from "../../notices/domain.ts";
import { completeFromTemplate } from "../../notices/writes/from-template.ts";
import { truncate } from "../../shared/truncate.ts";
import type { Db } from "../../storage/db.ts";
import { listed } from "../../storage/listed.ts";
import type { AlertRule } from "../rules/schema.ts";
import { listStatuses, type Statuses } from "./decision.ts";

/**
 * What an incident of a rule says. Without a template it names the components and nothing of the alert, whose title is written for
 * those who run the service, nor of the rule.
 */
export async function draftIncident(
  db: Db,
  { templateID }: Pick<AlertRule, "templateID">,
  statuses: Statuses,
) {
  const affected = listStatuses(statuses);
  const names = await db
    .select({ name: components.name })
    .from(components)
    .where(sql`${components.componentID} IN ${listed(Object.keys(statuses))}`)
    .orderBy(asc(components.order))
    .limit(4);
  const subject =
    names.length > 3 ? `${affected.length} components` : joinNames(names.map(({ name }) => name));
  const ownName = truncate(subject ? `Problem with ${subject}` : "Problem", MAX_NAME_CHARACTERS);
  const own = {
    name: ownName,
    status: "Investigating" as const,
    message: "We are looking into this problem.",
  };
  if (templateID === null) return { ...own, components: affected };
  const completed = await completeFromTemplate(db, "incident", {
    templateID,
    // A template without a title needs a name.
    name: "",
    components: affected,
  }).catch(() => undefined);
  return {
    name: completed?.name || own.name,
    message: completed?.message || own.message,
    status: own.status,
    components: affected,
  };
}

interface Texts {
  name: string;
  message: string;
}

/**
 * The texts of a proposal that gets more components. Those of a template that this rule doesn't have stay as they are.
 * @param stored what it says with the components of `before`
 */
export async function redraftTexts(
  db: Db,
  rule: Pick<AlertRule, "templateID">,
  { stored, before, after }: { stored: Texts; before: Statuses; after: Statuses },
): Promise<Texts> {
  const without = { templateID: null };
  const [own, ownNext, plain, plainNext] = await Promise.all([
    draftIncident(db, rule, before),
    draftIncident(db, rule, after),
    draftIncident(db, without, before),
    draftIncident(db, without, after),
  ]);
  const isStored = ({ name, message }: Texts) => name === stored.name && message === stored.message;
  const next = isStored(own) ? ownNext : isStored(plain) ? plainNext : stored;
  return { name: next.name, message: next.message };
}

function joinNames(names: string[]): string {
  const last = names.at(-1) ?? "";
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${last}` : last;
}
