import { afterAll, beforeAll, expect, test } from "vitest";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { makeComponent, makeIncident } from "../support/factories.ts";
import { isolated, specialName } from "../support/special.ts";
import { parseXml } from "../support/xml.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

async function badge(path: string) {
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

test("the page's badge says what the banner says, with the service's name or without", async () => {
  await answer(daymark.administrator.settings.$patch({ json: { serviceName: "Acme" } }));
  const { componentID } = await makeComponent(daymark, { name: "API" });
  expect(await badge("/badge.svg")).toMatchObject({
    status: 200,
    type: "image/svg+xml; charset=utf-8",
    title: "Acme: All Systems Operational",
    label: "Acme: All Systems Operational",
    texts: ["Acme", "All Systems Operational"],
  });
  const { incidentID } = await makeIncident(daymark, {
    components: [{ componentID, status: "Major Outage" }],
  });
  const plain = await badge("/badge-plain.svg");
  expect(plain).toMatchObject({ title: "Major System Outage", texts: ["Major System Outage"] });
  expect(await badge(`/components/${componentID}/badge.svg`)).toMatchObject({
    texts: ["API", "Major Outage"],
  });
  expect((await badge("/badge.svg")).width).toBeGreaterThan(plain.width);
  await answer(
    daymark.administrator.incidents[":incidentID"].$patch({
      param: { incidentID },
      json: { status: "Resolved", components: [{ componentID, status: "Operational" }] },
    }),
  );
  expect((await badge("/badge-plain.svg")).fills).not.toEqual(plain.fills);
});

test("for shields.io there is the same as JSON, for any site to read", async () => {
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

test("any name comes through whole", async () => {
  const { componentID } = await makeComponent(daymark, { name: specialName });
  const { title, label, texts } = await badge(`/components/${componentID}/badge.svg`);
  expect(title).toBe(`${isolated(specialName)}: Operational`);
  expect(label).toBe(`${isolated(specialName)}: Operational`);
  expect(texts).toEqual([specialName, "Operational"]);
  expect(await (await daymark.fetch(`/components/${componentID}/badge.json`)).json()).toMatchObject({
    label: specialName,
  });
});

test("an unknown component's badge is a 404 that says so, as an image or as JSON", async () => {
  for (const file of ["badge.svg", "badge-plain.svg"])
    expect(await badge(`/components/unknown/${file}`)).toMatchObject({
      status: 404,
      type: "image/svg+xml; charset=utf-8",
      texts: expect.arrayContaining(["not found"]),
    });
  const json = await daymark.fetch("/components/unknown/badge.json");
  expect([json.status, await json.json()]).toMatchObject([404, { schemaVersion: 1, isError: true }]);
});
