import { desc, type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import { toPlainText } from "../../../web/shared/message-html.ts";
import { componentStatuses } from "../../components/domain.ts";
import { entryField, storedEntries } from "../../components/stored-statuses.ts";
import { components } from "../../components/table.ts";
import { truncate } from "../../shared/truncate.ts";
import type { Db } from "../../storage/db.ts";
import { parseStored } from "../../storage/stored-json.ts";
import { isStale, proposals } from "./table.ts";

/** A console polls the summaries, so they are small. */
const MAX_COMPONENTS = 10;
const MAX_MESSAGE_CHARACTERS = 300;
/** Leaves enough once the Markdown is removed. */
const MAX_READ_CHARACTERS = 2 * MAX_MESSAGE_CHARACTERS;

const Components = z.array(
  z.object({ componentID: z.string(), name: z.string(), status: z.enum(componentStatuses) }),
);

export function selectProposalSummaries(db: Db) {
  return db
    .select({
      proposalID: proposals.proposalID,
      name: proposals.name,
      status: proposals.status,
      messageStart: sql<string>`substr(${proposals.message}, 1, ${MAX_READ_CHARACTERS})`,
      componentsJSON: firstComponents(MAX_COMPONENTS),
      componentCount: sql<number>`(SELECT count(*) ${existingComponents()})`,
      kind: proposals.createdByKind,
      actorName: proposals.createdByName,
      createdAt: proposals.createdAt,
      incidentID: proposals.incidentID,
    })
    .from(proposals)
    .where(sql`NOT ${isStale}`)
    .orderBy(desc(proposals.createdAt), desc(proposals.proposalID));
}

function existingComponents(): SQL {
  return sql`FROM ${storedEntries(proposals.components)} AS entry
    JOIN ${components} AS c ON c.component_id = ${entryField("componentID")}`;
}

/** The components with their names, in the order of the page, as JSON. */
export function firstComponents(limit: number): SQL<string> {
  return sql<string>`(SELECT json_group_array(json_object('componentID', component_id, 'name', name, 'status', status))
    FROM (SELECT c.component_id, c.name, ${entryField("status")} AS status ${existingComponents()}
      ORDER BY c."order" LIMIT ${limit}))`;
}

export function toProposalSummary({
  messageStart,
  componentsJSON,
  kind,
  actorName,
  ...row
}: Awaited<ReturnType<typeof selectProposalSummaries>>[number]) {
  return {
    ...row,
    message: truncate(toPlainText(messageStart).replace(/\s+/g, " "), MAX_MESSAGE_CHARACTERS),
    components: parseStored(Components, "proposals.components", componentsJSON) ?? [],
    createdBy: { kind, name: actorName },
  };
}
