import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { makeComponent, makeIncident } from "../support/factories.ts";
import { document, text } from "../support/html.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());
// Each test has the page to itself.
beforeEach(async () => {
  const { administrator } = daymark;
  for (const { componentID } of await answer(administrator.components.$get()))
    await administrator.components[":componentID"].$delete({ param: { componentID } });
  for (const { incidentID } of await answer(administrator.incidents.$get({ query: { limit: "100" } })))
    await administrator.incidents[":incidentID"].$delete({ param: { incidentID } });
});

const page = async () => document(await (await daymark.fetch("/")).text());
const banner = async () => text((await page()).querySelector("h1"));
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const rename = (serviceName: string, backgroundColor = "#FFFFFF") =>
  answer(daymark.administrator.settings.$patch({ json: { serviceName, backgroundColor } }));

test("a page with nothing on it says so", async () => {
  await rename("Acme");
  const shown = await page();
  expect(shown.title).toBe("Acme Status");
  expect(text(shown.querySelector("h1"))).toBe("All Systems Operational");
  expect(text(shown.querySelector("main"))).toContain("No components have been added yet.");
  expect(shown.querySelectorAll(".day")).toHaveLength(14);
  for (const day of shown.querySelectorAll(".day"))
    expect(text(day)).toMatch(/^\w{3} \d\d, \d{4} No incidents reported\.$/);
  expect(text(shown.querySelector("footer p"))).toBe("All times are in UTC.");
});

test("components are listed in their order with description and status", async () => {
  await makeComponent(daymark, { name: "API", description: "The public API" });
  await makeComponent(daymark, { name: "Website", status: "Partial Outage" });
  const rows = [...(await page()).querySelectorAll(".component")].map((row) =>
    [...row.querySelectorAll("h3, .description, .status")].map(text),
  );
  expect(rows).toEqual([
    ["API", "Operational", "The public API"],
    ["Website", "Partial Outage"],
  ]);
});

test.for([
  ["Operational", "All Systems Operational", "green"],
  ["Under Maintenance", "Service Under Maintenance", "blue"],
  ["Degraded Performance", "Partially Degraded Service", "yellow"],
  ["Partial Outage", "Partial System Outage", "orange"],
  ["Major Outage", "Major System Outage", "red"],
] as const)("with a component in %s the banner says %s", async ([status, summary, color]) => {
  await makeComponent(daymark, { status: "Operational" });
  await makeComponent(daymark, { status });
  const shown = (await page()).querySelector("h1");
  expect(text(shown)).toBe(summary);
  expect(shown?.closest(".banner")?.classList.contains(color)).toBe(true);
});

test("an open incident keeps the banner from green, however old it is; a resolved one does not", async () => {
  await makeComponent(daymark);
  const { incidentID } = await makeIncident(daymark, { status: "Monitoring", createdAt: daysAgo(400) });
  expect(await banner()).toBe("Minor Service Outage");
  await answer(
    daymark.administrator.incidents[":incidentID"].$patch({
      param: { incidentID },
      json: { status: "Resolved" },
    }),
  );
  expect(await banner()).toBe("All Systems Operational");
});

test("the banner says how much is wrong, and leads to it", async () => {
  await makeComponent(daymark, { status: "Operational" });
  const { componentID } = await makeComponent(daymark, { status: "Partial Outage" });
  await makeComponent(daymark, { status: "Major Outage" });
  await makeIncident(daymark);
  const shown = await page();
  const facts = [...shown.querySelectorAll<HTMLAnchorElement>(".banner a")];
  expect(facts.map((fact) => [text(fact), fact.getAttribute("href")])).toEqual([
    ["1 active incident", "#active"],
    ["2 components affected", `#${componentID}`],
  ]);
  expect(text(shown.getElementById(componentID)?.querySelector(".status"))).toBe("Partial Outage");
});

test("an open incident stands on top with all its updates, and its day points to it", async () => {
  const { componentID } = await makeComponent(daymark, { name: "Database" });
  const { incidentID } = await makeIncident(daymark, {
    name: "Writes fail",
    message: "Looking.",
    components: [{ componentID, status: "Major Outage" }],
  });
  const json = { status: "Identified", message: "A disk is full." } as const;
  await answer(daymark.administrator.incidents[":incidentID"].$patch({ param: { incidentID }, json }));
  const shown = await page();
  const active = text(shown.querySelector("#active")?.parentElement);
  expect(active).toMatch(
    /^Active incidents Writes fail Identified Affects Database Major Outage Identified .*\(UTC\) A disk is full\. Investigating .*\(UTC\) Looking\.$/,
  );
  expect(text(shown.querySelector(".day"))).toContain("Writes fail began and is still open (Identified).");
  expect(shown.querySelector(".day a")?.getAttribute("href")).toBe(`#incidents/${incidentID}`);
});

test("where the newest update has no words, the newest that has is shown as well", async () => {
  const { componentID } = await makeComponent(daymark);
  const { incidentID } = await makeIncident(daymark, {
    message: "Disks are full.",
    components: [{ componentID, status: "Major Outage" }],
  });
  const change = (json: object) =>
    answer(daymark.administrator.incidents[":incidentID"].$patch({ param: { incidentID }, json }));
  await change({ message: "We add disks." });
  await change({ status: "Monitoring" });
  await change({ status: "Resolved" });
  for (const path of ["/", "/history", `/components/${componentID}`]) {
    const shown = document(await (await daymark.fetch(path)).text()).querySelector(".notice");
    expect([...(shown?.querySelectorAll(":scope > .updates > li") ?? [])].map(text)).toEqual([
      expect.stringMatching(/^Resolved .*\(UTC\)$/),
      expect.stringMatching(/^Monitoring .*\(UTC\)$/),
      expect.stringMatching(/^Investigating .* We add disks\.$/),
    ]);
    expect(text(shown?.querySelector("details .updates") ?? null)).toContain("Disks are full.");
  }
  const own = document(await (await daymark.fetch(`/incidents/${incidentID}`)).text());
  expect(own.querySelector("meta[name=description]")?.getAttribute("content")).toBe(
    "Resolved: We add disks.",
  );
  expect(
    JSON.parse(own.querySelector("script[type='application/ld+json']")?.textContent ?? ""),
  ).toMatchObject({
    articleBody: "We add disks.",
  });
});

test("the last 14 days hold what was resolved in them, each on its day; older ones are gone", async () => {
  const createdAt = daysAgo(3);
  await makeIncident(daymark, { name: "Recent", status: "Resolved", createdAt });
  await makeIncident(daymark, { name: "Long ago", status: "Resolved", createdAt: daysAgo(15) });
  const days = [...(await page()).querySelectorAll(".day")];
  const told = days.filter((day) => !text(day).includes("No incidents reported."));
  expect(told.map((day) => day.querySelector("time")?.getAttribute("datetime"))).toEqual([
    createdAt.slice(0, 10),
  ]);
  expect(text(told[0])).toContain("Recent Resolved");
  expect(days.map(text).join()).not.toContain("Long ago");
});

test("messages are Markdown, and HTML, images and dangerous links are shown as text", async () => {
  const message = [
    "**Bold** and *soft*, `code`, see https://example.com/a or [here](https://example.com/b).",
    "",
    "- one",
    "- two",
    "",
    "<script>alert(1)</script> <img src=x onerror=alert(1)> [x](javascript:alert(1)) ![i](https://example.com/i.png)",
    "",
    "# Not a heading",
  ].join("\n");
  await makeIncident(daymark, { message, name: '"><script>alert(2)</script>' });
  const shown = await page();
  const told = shown.querySelector(".message");
  expect([...(told?.querySelectorAll("strong, em, code, li") ?? [])].map(text)).toEqual([
    "Bold",
    "soft",
    "code",
    "one",
    "two",
  ]);
  const links = [...(told?.querySelectorAll("a") ?? [])];
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    "https://example.com/a",
    "https://example.com/b",
    "https://example.com/i.png",
  ]);
  for (const link of links) expect(link.getAttribute("rel")).toBe("nofollow noopener noreferrer");
  expect(text(told)).toContain(
    "<script>alert(1)</script> <img src=x onerror=alert(1)> [x](javascript:alert(1))",
  );
  expect(text(told)).toContain("# Not a heading");
  expect(shown.querySelectorAll('body script:not([type="application/ld+json"])')).toHaveLength(0);
  expect(shown.querySelectorAll("img, h1, h4")).toHaveLength(1);
  expect(text(shown.querySelector(".notice h3"))).toBe('"><script>alert(2)</script>');
});

test("the page and its head band take the service's color, with text that can be read on it", async () => {
  const style = async () => text((await page()).querySelector("style"));
  await rename("Acme", "#FFE600");
  expect(await style()).toContain("--band:#FFE600;--on-band:#000000");
  expect(await style()).toContain("--page:#FFE600;--card:#FFE600;--text:#000000");
  await rename("Acme", "#17233C");
  expect(await style()).toContain("--band:#17233C;--on-band:#FFFFFF");
  await rename("Acme", "#FFFFFF");
  expect(await style()).not.toMatch(/--(band|page):#(?!f5f7fa|0e131b)/i);
});

test("a page that is not there names the service in its title, in each language", async () => {
  const other = await startDaymark();
  const title = async (path: string) => document(await (await other.fetch(path)).text()).title;
  await answer(other.administrator.settings.$patch({ json: { serviceName: "Fernway" } }));
  expect(await title("/nothing")).toBe("404 page not found - Fernway Status");
  expect(await title("/incidents/abcdefghijkl?lang=de")).toMatch(/ - .*Fernway/);
  await other.stop();
});

test.for(["/nothing", "/incidents/", "/%F0%9F%92%A9", "/index.php?x=1"])("%s is a 404 page", async (path) => {
  const response = await daymark.fetch(path);
  expect(response.status).toBe(404);
  expect(response.headers.get("Content-Type")).toMatch(/^text\/html/);
  const shown = document(await response.text());
  expect(text(shown.querySelector("h1"))).toBe("404 page not found");
  expect(shown.querySelector("main a")?.getAttribute("href")).toBe("/");
});
