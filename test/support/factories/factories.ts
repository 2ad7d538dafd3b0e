import type { NewGroup } from "../../../worker/components/groups/schema.ts";
import type { NewComponent } from "../../../worker/components/schema.ts";
import type { NewMetric } from "../../../worker/metrics/schema.ts";
import type { NewIncident } from "../../../worker/notices/incident/schema.ts";
import type { NewMaintenance } from "../../../worker/notices/maintenance/schema.ts";
import type { NewProposal } from "../../../worker/notices/proposals/schema.ts";
import type { NewTemplate } from "../../../worker/notices/templates/schema.ts";
import type { NewTeamChannel } from "../../../worker/notify/team/schema.ts";
import type { NewApiKey } from "../../../worker/settings/schema.ts";
import { newID } from "../../../worker/storage/ids.ts";
import { answer, type Daymark } from "../starters/daymark.ts";

export function makeComponent({ administrator }: Daymark, overrides: Partial<NewComponent> = {}) {
  return answer(administrator.components.$post({ json: { name: "API", ...overrides } }));
}

/**
 * Writes components that work to the database, because each request takes a hundred times as long.
 * @returns their IDs
 */
export async function addComponents({ db }: Pick<Daymark, "db">, names: string[]): Promise<string[]> {
  const now = new Date().toISOString();
  const rows = names.map((name) => ({ componentID: newID(), name }));
  const json = JSON.stringify(rows);
  await db.batch([
    db
      .prepare(
        `INSERT INTO components (component_id, name, description, status, "order", created_at, updated_at)
        SELECT value ->> 'componentID', value ->> 'name', '', 'Operational', 1000 + key, ?2, ?2 FROM json_each(?1)`,
      )
      .bind(json, now),
    db
      .prepare(
        `INSERT INTO status_changes (component_id, status, at, cause)
        SELECT value ->> 'componentID', 'Operational', ?2, 'created' FROM json_each(?1)`,
      )
      .bind(json, now),
    db.prepare("UPDATE content_version SET version = version + 1"),
  ]);
  return rows.map(({ componentID }) => componentID);
}

export function makeGroup({ administrator }: Daymark, overrides: Partial<NewGroup> = {}) {
  return answer(administrator.groups.$post({ json: { name: "Platform", ...overrides } }));
}

export function makeIncident({ administrator }: Daymark, overrides: Partial<NewIncident> = {}) {
  const json = { name: "API is down", status: "Investigating", ...overrides } as const;
  return answer(administrator.incidents.$post({ json }));
}

export function publishPostmortem({ administrator }: Daymark, incidentID: string, body = "## Root cause") {
  const json = { body, state: "Published" } as const;
  return answer(administrator.incidents[":incidentID"].postmortem.$patch({ param: { incidentID }, json }));
}

export function makeMaintenance({ administrator }: Daymark, overrides: Partial<NewMaintenance> = {}) {
  const json = {
    name: "Moving house",
    status: "Scheduled",
    startAt: "2030-01-01T10:00:00.000Z",
    endAt: "2030-01-01T12:00:00.000Z",
    ...overrides,
  } as const;
  return answer(administrator.maintenances.$post({ json }));
}

/** Creates an API key and returns its value. */
export async function makeApiKey({ administrator }: Daymark, input: NewApiKey = {}) {
  return (await answer(administrator.settings.apikeys.$post({ json: input }))).value;
}

export function makeMetric({ administrator }: Daymark, overrides: Partial<NewMetric> = {}) {
  return answer(
    administrator.metrics.$post({ json: { type: "Self", title: "Response time", ...overrides } }),
  );
}

export function makeProposal({ administrator }: Daymark, overrides: Partial<NewProposal> = {}) {
  return answer(administrator.proposals.$post({ json: { name: "API may be down", ...overrides } }));
}

let templateCount = 0;

/** Gives each template a name of its own, because names are unique. */
/** Each has an address of its own. Nothing is sent to it. */
export function makeTeamChannel({ administrator }: Daymark, fields: Partial<NewTeamChannel> = {}) {
  teamChannelCount += 1;
  const address = `https://hooks.slack.com/services/T000/B000/${teamChannelCount}`;
  return answer(administrator.channels.$post({ json: { name: "Operations", address, ...fields } }));
}
let teamChannelCount = 0;

export function makeTemplate({ administrator }: Daymark, overrides: Partial<NewTemplate> = {}) {
  templateCount += 1;
  const json = { name: `Outage ${templateCount}`, kind: "incident", ...overrides } as const;
  return answer(administrator.templates.$post({ json }));
}
