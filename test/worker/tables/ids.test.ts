import { afterAll, beforeAll, expect, test } from "vitest";
import {
  makeApiKey,
  makeComponent,
  makeIncident,
  makeMaintenance,
  makeMetric,
} from "../../support/factories/factories.ts";
import { reads } from "../../support/readers/all-reads.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

const makeItem = {
  components: () => makeComponent(daymark),
  incidents: () => makeIncident(daymark),
  maintenances: () => makeMaintenance(daymark),
} as const;

test.for(["components", "incidents", "maintenances"] as const)(
  "deleting one of the %s deletes the snapshots of that ID only, even if the item no longer exists",
  async (kind) => {
    const key = await makeApiKey(daymark);
    const [itemID] = Object.values(await makeItem[kind]());
    const id = String(itemID);
    const unknownID = "000000000000";
    const similarID = `${id.slice(0, 11)}${id.endsWith("x") ? "y" : "x"}`;
    const paths = [id, unknownID, similarID].flatMap((snapshotID) =>
      ["", "?lang=ar", "?lang=pt-BR"].map((query) => `snapshots/${kind}/${snapshotID}${query}`),
    );
    for (const path of paths) await daymark.files.put(path, "");
    for (const deletedID of [id[0] ?? "", id.slice(0, 11), unknownID, id]) {
      const response = await daymark.fetch(`/api/v0/${kind}/${deletedID}`, {
        method: "DELETE",
        headers: { "x-api-key": key },
      });
      expect(response.status).toBe(204);
    }
    const listSnapshots = async () => {
      const { objects } = await daymark.files.list({ prefix: `snapshots/${kind}/` });
      return objects.map((object) => object.key).sort();
    };
    await expect.poll(listSnapshots).toEqual(paths.slice(6).sort());
  },
);

test("only the first page of an incident has snapshots, so that its deletion finds them all", async () => {
  const { incidentID } = await makeIncident(daymark);
  const json = { message: "m".repeat(20_000) };
  for (let n = 0; n < 4; n += 1)
    await daymark.administrator.incidents[":incidentID"].$patch({ param: { incidentID }, json });
  for (const query of ["?page=2", "", "?lang=de"])
    expect((await daymark.fetch(`/incidents/${incidentID}${query}`)).status).toBe(200);
  const keys = async () => {
    const { objects } = await daymark.files.list({ prefix: `snapshots/incidents/${incidentID}` });
    return objects.map(({ key }) => key.replace(/.*\//, ""));
  };
  await expect.poll(keys).toEqual([incidentID, `${incidentID}?lang=de`]);
});

test("unknown, deleted and malformed IDs get the same 404, which doesn't contain the ID", async () => {
  const { componentID } = await makeComponent(daymark);
  const { incidentID } = await makeIncident(daymark);
  const { maintenanceID } = await makeMaintenance(daymark);
  const { metricID } = await makeMetric(daymark, { status: "Visible" });
  const deleted: Record<string, string> = {
    componentID,
    incidentID,
    maintenanceID,
    metricID,
    logo: metricID,
  };
  const { administrator } = daymark;
  await administrator.components[":componentID"].$delete({ param: { componentID } });
  await administrator.incidents[":incidentID"].$delete({ param: { incidentID } });
  await administrator.maintenances[":maintenanceID"].$delete({ param: { maintenanceID } });
  await administrator.metrics[":metricID"].$delete({ param: { metricID } });
  const examples = Object.values(reads)
    .flatMap((routeExamples) => routeExamples.map(([example]) => example))
    // An ID in the query is a filter, which matches nothing or is too long.
    .filter((example) => /^[^?]*:((component|incident|maintenance|metric)ID|logo)/.test(example))
    .filter((example) => !example.endsWith("?days=1"));
  expect(examples.length).toBeGreaterThan(15);
  const headers = {
    Authorization: await daymark.token(),
    "x-api-key": await makeApiKey(daymark),
    "x-test-now": new Date().toISOString(),
  };
  for (const example of examples) {
    const responses = await Promise.all(
      [deleted, "000000000000", "w", "w".repeat(300), "w'--"].map(async (id) => {
        const path = example.replace(/:(\w+)/g, (_, name) =>
          typeof id === "string" ? id : (id[name] ?? ""),
        );
        const response = await daymark.fetch(path, { headers });
        return [response.status, response.headers.get("Content-Type"), await response.text()];
      }),
    );
    expect([example, responses]).toEqual([example, responses.map(() => responses[0])]);
    const [status, , text] = responses[0] ?? [];
    expect([example, status]).toEqual([example, /\d.*json/.test(example) ? 200 : 404]);
    for (const id of Object.values(deleted)) expect(text).not.toContain(id);
  }
});

test.for(["components", "incidents", "maintenances", "metrics"])(
  "changing an unknown item of %s gets a 404 that doesn't contain the ID",
  async (kind) => {
    for (const id of ["000000000000", "w"]) {
      const response = await daymark.fetch(`/api/${kind}/${id}`, {
        method: "PATCH",
        headers: { Authorization: await daymark.token() },
        body: kind === "metrics" ? '{"title":"A"}' : '{"name":"A"}',
      });
      expect([response.status, await response.json()]).toEqual([
        404,
        { errorMessage: `There is no such ${kind.slice(0, -1)}. It may have been deleted.` },
      ]);
    }
  },
);

test("a malformed ID never becomes part of an R2 key", async () => {
  await daymark.files.put("metrics/w/2026/1/1.json", '{"revision":1,"points":[[0,1,1]]}');
  await daymark.files.put("logos/w", "x");
  expect(await (await daymark.fetch("/metrics/w/2026/1/1.json")).json()).toEqual([]);
  expect((await daymark.fetch("/logos/w")).status).toBe(404);
  const Authorization = await daymark.token();
  for (const path of ["/api/metrics/w", "/api/settings/logos/w"])
    expect((await daymark.fetch(path, { method: "DELETE", headers: { Authorization } })).status).toBe(204);
  for (const key of ["metrics/w/2026/1/1.json", "logos/w"])
    expect(await daymark.files.head(key)).not.toBeNull();
});
