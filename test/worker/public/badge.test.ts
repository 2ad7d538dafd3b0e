import { afterAll, beforeAll, expect, test } from "vitest";
import { makeComponent, makeGroup, makeIncident } from "../../support/factories/factories.ts";
import { isolateDirection, specialName } from "../../support/factories/special-name.ts";
import { parseXml } from "../../support/readers/xml.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

async function readBadge(path: string) {
  const response = await daymark.fetch(path);
  const svg = parseXml(await response.text());
  const texts = (name: string) => [...svg.getElementsByTagName(name)].map(({ textContent }) => textContent);
  return {
    status: response.status,
    type: response.headers.get("Content-Type"),
    title: texts("title")[0],
    label: svg.getAttribute("aria-label"),
    texts: texts("text"),
    fills: [...svg.getElementsByTagName("rect")].map((rect) => rect.getAttribute("fill")).filter(Boolean),
    width: Number(svg.getAttribute("width")),
  };
}

test("a badge shows the banner's status, with or without the service name", async () => {
  await answer(daymark.administrator.settings.$patch({ json: { serviceName: "Acme" } }));
  const { componentID } = await makeComponent(daymark, { name: "API" });
  expect(await readBadge("/badge.svg")).toMatchObject({
    status: 200,
    type: "image/svg+xml; charset=utf-8",
    title: "Acme: All Systems Operational",
    label: "Acme: All Systems Operational",
    texts: ["Acme", "All Systems Operational"],
  });
  const { incidentID } = await makeIncident(daymark, {
    components: [{ componentID, status: "Major Outage" }],
  });
  const plain = await readBadge("/badge-plain.svg");
  expect(plain).toMatchObject({ title: "Major System Outage", texts: ["Major System Outage"] });
  expect(await readBadge(`/components/${componentID}/badge.svg`)).toMatchObject({
    texts: ["API", "Major Outage"],
  });
  expect((await readBadge("/badge.svg")).width).toBeGreaterThan(plain.width);
  await answer(
    daymark.administrator.incidents[":incidentID"].$patch({
      param: { incidentID },
      json: { status: "Resolved", components: [{ componentID, status: "Operational" }] },
    }),
  );
  expect((await readBadge("/badge-plain.svg")).fills).not.toEqual(plain.fills);
});

test("a group's badge shows the worst status of its components", async () => {
  const { groupID } = await makeGroup(daymark, { name: "Platform" });
  await makeComponent(daymark, { groupID, status: "Partial Outage" });
  await makeComponent(daymark, { groupID, status: "Degraded Performance" });
  expect(await readBadge(`/groups/${groupID}/badge.svg`)).toMatchObject({
    texts: ["Platform", "Partial Outage"],
  });
  expect(await (await daymark.fetch(`/groups/${groupID}/badge.json`)).json()).toMatchObject({
    label: "Platform",
    message: "Partial Outage",
    isError: false,
  });
  expect(await readBadge("/groups/nobody/badge.svg")).toMatchObject({
    status: 404,
    texts: ["Group", "not found"],
  });
});

test("badge.json has the status in the format of shields.io and is readable from any origin", async () => {
  const { componentID } = await makeComponent(daymark, { name: "Search", status: "Partial Outage" });
  const response = await daymark.fetch(`/components/${componentID}/badge.json`);
  expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
  expect(await response.json()).toEqual({
    schemaVersion: 1,
    label: "Search",
    message: "Partial Outage",
    color: expect.stringMatching(/^#[0-9a-f]{6}$/),
    isError: false,
  });
  expect(await (await daymark.fetch("/badge.json")).json()).toMatchObject({
    message: "Partial System Outage",
  });
});

test("badges keep special characters of a name", async () => {
  const { componentID } = await makeComponent(daymark, { name: specialName });
  const { title, label, texts } = await readBadge(`/components/${componentID}/badge.svg`);
  expect(title).toBe(`${isolateDirection(specialName)}: Operational`);
  expect(label).toBe(`${isolateDirection(specialName)}: Operational`);
  expect(texts).toEqual([specialName, "Operational"]);
  expect(await (await daymark.fetch(`/components/${componentID}/badge.json`)).json()).toMatchObject({
    label: specialName,
  });
});

test("an unknown component's badge is a 404 in the requested format", async () => {
  for (const file of ["badge.svg", "badge-plain.svg"])
    expect(await readBadge(`/components/unknown/${file}`)).toMatchObject({
      status: 404,
      type: "image/svg+xml; charset=utf-8",
      texts: expect.arrayContaining(["not found"]),
    });
  const json = await daymark.fetch("/components/unknown/badge.json");
  expect([json.status, await json.json()]).toMatchObject([404, { schemaVersion: 1, isError: true }]);
});
