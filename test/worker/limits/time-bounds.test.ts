import { afterAll, beforeAll, expect, test } from "vitest";
import type { JSONSchema, OpenAPIDocument } from "../../../worker/openapi/schema.ts";
import { DAY_MS } from "../../../worker/shared/time/domain.ts";
import { makeIncident, makeMaintenance, makeProposal } from "../../support/factories/factories.ts";
import { sendJSON } from "../../support/factories/send-json.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
let description: OpenAPIDocument;
const ids: Record<string, string> = {};
beforeAll(async () => {
  daymark = await startDaymark();
  description = await (await daymark.fetch("/api/openapi.json")).json();
  const incident = await makeIncident(daymark);
  const maintenance = await makeMaintenance(daymark);
  const { proposalID } = await makeProposal(daymark);
  Object.assign(ids, {
    proposalID,
    incidentID: incident.incidentID,
    incidentUpdateID: incident.incidentUpdates[0]?.incidentUpdateID,
    maintenanceID: maintenance.maintenanceID,
    maintenanceUpdateID: maintenance.maintenanceUpdates[0]?.maintenanceUpdateID,
  });
});
afterAll(() => daymark?.stop());

const past = { "0000": "can't be more than ten years ago.", "9999": "can't be in the future." };
const planned = {
  "0000": "can't be more than ten years ago.",
  "9999": "can't be more than five years ahead.",
};

/** Every time in a body, with the years that are refused. */
const fields: Record<string, { refused: Record<string, string>; body?: object }> = {
  NewIncident_createdAt: { refused: past, body: { name: "Down", status: "Investigating" } },
  NewIncident_resolvedAt: {
    refused: past,
    body: { name: "Down", status: "Investigating", backfilled: true },
  },
  IncidentChange_createdAt: { refused: past },
  IncidentUpdateChange_createdAt: { refused: past },
  NewMaintenance_createdAt: { refused: past, body: { name: "Move", status: "Scheduled" } },
  NewMaintenance_startAt: { refused: planned, body: { name: "Move", status: "Scheduled" } },
  NewMaintenance_endAt: { refused: planned, body: { name: "Move", status: "Scheduled" } },
  MaintenanceChange_createdAt: { refused: past },
  MaintenanceChange_startAt: { refused: planned },
  MaintenanceChange_endAt: { refused: planned },
  MaintenanceUpdateChange_createdAt: { refused: past },
  ProposalPublication_createdAt: { refused: past },
  ProposalPublication_resolvedAt: { refused: past, body: { backfilled: true } },
  PreviewRequest_createdAt: { refused: past, body: { kind: "incident" } },
  PreviewRequest_resolvedAt: { refused: past, body: { kind: "incident", backfilled: true } },
  PreviewRequest_startAt: { refused: planned, body: { kind: "maintenance" } },
  PreviewRequest_endAt: { refused: planned, body: { kind: "maintenance" } },
  // A key can be made for good.
  NewApiKey_expiresAt: { refused: { "0000": "must be in the future." } },
};

/** The operations that take each named body with a field for a time. */
function timesInBodies() {
  const found: { field: string; method: string; path: string; name: string }[] = [];
  for (const [path, methods] of Object.entries(description.paths))
    for (const [method, { requestBody }] of Object.entries(methods)) {
      const schema = requestBody?.content["application/json"]?.schema;
      if (!schema?.$ref) continue;
      const bodyName = schema.$ref.split("/").at(-1) ?? "";
      for (const name of timesIn(description.components.schemas[bodyName]))
        found.push({ field: `${bodyName}_${name}`, method: method.toUpperCase(), path, name });
    }
  return found;
}

function timesIn(schema: JSONSchema | undefined): Set<string> {
  const variants = [schema, ...(schema?.anyOf ?? []), ...(schema?.oneOf ?? [])];
  const properties = variants.flatMap((each) => Object.entries(each?.properties ?? {}));
  return new Set(properties.filter(([, { format }]) => format === "date-time").map(([name]) => name));
}

test("every time that a client sends has bounds", () => {
  expect([...new Set(timesInBodies().map(({ field }) => field))].sort()).toEqual(Object.keys(fields).sort());
});

test("years that nobody can mean are refused in words", async () => {
  for (const { field, method, path, name } of timesInBodies()) {
    const bounds = fields[field];
    for (const [year, reason] of Object.entries(bounds?.refused ?? {})) {
      const address = path.replace("/v0/", "/").replace(/\{(\w+)\}/g, (_, id) => ids[id] ?? "");
      const body = { ...bounds?.body, [name]: `${year}-06-01T00:00:00Z` };
      const { status, json } = await sendJSON(daymark, { method, path: address, body });
      const { errors } = json as { errors: { path: string; message: string }[] };
      const reasons = errors?.filter((each) => each.path === name).map(({ message }) => message);
      expect([field, year, status, reasons]).toEqual([
        ...[field, year, 400, [expect.stringMatching(new RegExp(`^[\\w ]+ ${reason}$`))]],
      ]);
    }
  }
});

test("a notice can be ten years old, and a maintenance can be planned five years ahead", async () => {
  const [begin, end] = [new Date(), new Date()];
  begin.setUTCFullYear(begin.getUTCFullYear() - 10);
  end.setUTCFullYear(end.getUTCFullYear() + 5);
  const iso = (date: Date, days: number) => new Date(date.getTime() + days * DAY_MS).toISOString();
  const createdAt = iso(begin, 1);
  expect(await makeIncident(daymark, { createdAt })).toMatchObject({ createdAt });
  const window = { startAt: createdAt, endAt: iso(end, -1) };
  expect(await makeMaintenance(daymark, window)).toMatchObject(window);
  const { maintenanceID } = await makeMaintenance(daymark);
  for (const json of [{ startAt: iso(begin, -1) }, { endAt: iso(end, 1) }]) {
    const change = daymark.administrator.maintenances[":maintenanceID"];
    expect((await change.$patch({ param: { maintenanceID }, json })).status).toBe(400);
  }
});

test("a notice from an import keeps its date when other fields change", async () => {
  const { maintenanceID } = await makeMaintenance(daymark);
  const stored = { startAt: "2009-02-01T00:00:00.000Z", createdAt: "2009-01-01T00:00:00.000Z" };
  await daymark.db
    .prepare("UPDATE notices SET start_at = ?, created_at = ? WHERE notice_id = ?")
    .bind(stored.startAt, stored.createdAt, maintenanceID)
    .run();
  const change = daymark.administrator.maintenances[":maintenanceID"];
  const param = { maintenanceID };
  expect(await answer(change.$patch({ param, json: { name: "Renamed" } }))).toMatchObject(stored);
});
