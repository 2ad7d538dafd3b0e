import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DAY_MS } from "../../../worker/shared/time/domain.ts";
import { makeComponent, makeIncident, makeMaintenance } from "../../support/factories/factories.ts";
import { parseHTML, textOf } from "../../support/readers/html.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());
beforeEach(async () => {
  const { administrator } = daymark;
  for (const { componentID } of await answer(administrator.components.$get()))
    await administrator.components[":componentID"].$delete({ param: { componentID } });
  for (const { incidentID } of await answer(administrator.incidents.$get({ query: { limit: "100" } })))
    await administrator.incidents[":incidentID"].$delete({ param: { incidentID } });
});

const readPage = async () => parseHTML(await (await daymark.fetch("/")).text());
const readBanner = async () => textOf((await readPage()).querySelector("h1"));
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
const setNameAndColor = (serviceName: string, backgroundColor = "#FFFFFF") =>
  answer(daymark.administrator.settings.$patch({ json: { serviceName, backgroundColor } }));

test("a page without components and incidents says so", async () => {
  await setNameAndColor("Acme");
  const page = await readPage();
  expect(page.title).toBe("Acme Status");
  expect(textOf(page.querySelector("h1"))).toBe("No Components Yet");
  expect(page.querySelector(".banner")?.className).toBe("banner grey");
  // It says so once, and what will be there.
  expect(textOf(page.querySelector("main"))).toMatch(
    /^No Components Yet Services and their uptime will appear here\. Get updates/,
  );
  expect(page.getElementById("components")).toBeNull();
  expect(page.querySelector("a[href='#components']")).toBeNull();
  expect(page.querySelectorAll(".day")).toHaveLength(0);
  expect(await (await daymark.fetch("/index.md")).text()).toContain("No Components Yet, as of ");
  expect(textOf(page.querySelector("footer p"))).toBe("All times are in UTC.");
});

test("components are listed in order, with description and status", async () => {
  await makeComponent(daymark, { name: "API", description: "The public API" });
  await makeComponent(daymark, { name: "Website", status: "Partial Outage" });
  const rows = [...(await readPage()).querySelectorAll(".component")].map((row) =>
    [...row.querySelectorAll("h3, .description, .status")].map(textOf),
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
] as const)(
  "with a component in %s the banner says %s, and the tab too unless all is well",
  async ([status, summary, color]) => {
    await setNameAndColor("Acme");
    await makeComponent(daymark, { status: "Operational" });
    await makeComponent(daymark, { status });
    const page = await readPage();
    const heading = page.querySelector("h1");
    expect(textOf(heading)).toBe(summary);
    expect(page.title).toBe(color === "green" ? "Acme Status" : `${summary} - Acme Status`);
    expect(heading?.closest(".banner")?.classList.contains(color)).toBe(true);
  },
);

test("while any incident is open the banner isn't green; a resolved one doesn't count", async () => {
  await makeComponent(daymark);
  const { incidentID } = await makeIncident(daymark, { status: "Monitoring", createdAt: daysAgo(400) });
  expect(await readBanner()).toBe("Minor Service Outage");
  await answer(
    daymark.administrator.incidents[":incidentID"].$patch({
      param: { incidentID },
      json: { status: "Resolved" },
    }),
  );
  expect(await readBanner()).toBe("All Systems Operational");
});

test("the banner says in one line how many components work and how many incidents are open, and links to them", async () => {
  await makeComponent(daymark, { status: "Operational" });
  const { componentID } = await makeComponent(daymark, { name: "API", status: "Partial Outage" });
  await makeComponent(daymark, { name: "Website", status: "Major Outage" });
  const page = await readPage();
  // Without an incident, nothing below the banner says first what is affected.
  expect(bannerLinks(page)).toEqual([
    ["1 of 3 components works", `#${componentID}`],
    ["Affects API, Website", `#${componentID}`],
  ]);
  expect(textOf(page.getElementById(componentID)?.querySelector(".status"))).toBe("Partial Outage");
  await makeIncident(daymark);
  expect(bannerLinks(await readPage())).toEqual([
    ["1 of 3 components works", `#${componentID}`],
    ["1 active incident", "#active"],
  ]);
});

test("the banner doesn't count components under maintenance among the affected ones while a maintenance is in progress", async () => {
  const { componentID } = await makeComponent(daymark, { name: "Queue" });
  const { componentID: search } = await makeComponent(daymark, { name: "Search", status: "Major Outage" });
  const { maintenanceID } = await makeMaintenance(daymark, {
    status: "In Progress",
    components: [{ componentID, status: "Under Maintenance" }],
  });
  expect(bannerLinks(await readPage())).toEqual([
    ["Affects Search", `#${search}`],
    ["1 maintenance in progress", "#in-progress"],
  ]);
  await daymark.administrator.maintenances[":maintenanceID"].$delete({ param: { maintenanceID } });
});

test("the banner counts components whose names don't fit a line", async () => {
  await makeComponent(daymark, { name: "A".repeat(81), status: "Major Outage" });
  expect(bannerLinks(await readPage())[0]?.[0]).toBe("1 component affected");
});

function bannerLinks(page: Document) {
  const links = [...page.querySelectorAll<HTMLAnchorElement>(".banner a")];
  return links.map((link) => [textOf(link), link.getAttribute("href")]);
}

test("an open incident is on top with all its updates, and the last days don't repeat it", async () => {
  const { componentID } = await makeComponent(daymark, { name: "Database" });
  const { incidentID } = await makeIncident(daymark, {
    name: "Writes fail",
    message: "Looking.",
    components: [{ componentID, status: "Major Outage" }],
  });
  const json = { status: "Identified", message: "A disk is full." } as const;
  await answer(daymark.administrator.incidents[":incidentID"].$patch({ param: { incidentID }, json }));
  const page = await readPage();
  const active = textOf(page.querySelector("#active")?.parentElement);
  expect(active).toMatch(
    /^Active incidents Writes fail Identified Affects Database Major Outage \w+ \d\d, \d+ - \d\d:\d\d \(UTC\) A disk is full\. Investigating .*\(UTC\) Looking\.$/,
  );
  expect(page.querySelector(".open-notice .status")?.getAttribute("data-began")).toMatch(/T\d\d:\d\dZ$/);
  const [today] = page.querySelectorAll(".day");
  expect(textOf(today?.querySelector("div"))).toBe("Active incidents");
  expect(today?.querySelector("a")?.getAttribute("href")).toBe("#active");
  expect(page.querySelectorAll(`[href='/incidents/${incidentID}']`)).toHaveLength(1);
});

test("a component's page has a card for what is open, and a line in its month for what is over", async () => {
  const { componentID } = await makeComponent(daymark);
  const components = [{ componentID, status: "Partial Outage" as const }];
  const past = { name: "Was slow", createdAt: daysAgo(40), components };
  const { incidentID } = await makeIncident(daymark, past);
  await answer(
    daymark.administrator.incidents[":incidentID"].$patch({
      param: { incidentID },
      json: { status: "Resolved" },
    }),
  );
  await makeIncident(daymark, { name: "Is slow", components });
  const page = parseHTML(await (await daymark.fetch(`/components/${componentID}`)).text());
  expect([...page.querySelectorAll("article.notice h3")].map(textOf)).toEqual(["Is slow"]);
  const lines = [...page.querySelectorAll<HTMLDetailsElement>("section:has(> h3.month) details.past")];
  expect(lines.map((line) => [textOf(line.querySelector("h4")), line.open])).toEqual([["Was slow", false]]);
});

test("on a component's page, a line names components only if its notice is about more than this one", async () => {
  const { componentID } = await makeComponent(daymark, { name: "Search" });
  const other = await makeComponent(daymark, { name: "Mail" });
  const toComponents = (ids: string[]) =>
    ids.map((componentID) => ({ componentID, status: "Operational" as const }));
  for (const [name, ids] of [
    ["Was slow", [componentID]],
    ["Was down", [componentID, other.componentID]],
  ] as const)
    await makeIncident(daymark, {
      name,
      status: "Resolved",
      createdAt: daysAgo(40),
      components: toComponents([...ids]),
    });
  const readFacts = async (path: string) =>
    [...parseHTML(await (await daymark.fetch(path)).text()).querySelectorAll(".past")]
      .map((line) => [
        textOf(line.querySelector("summary > :first-child")),
        textOf(line.querySelector(".facts")),
      ])
      .filter(([name]) => name === "Was slow" || name === "Was down");
  const own = Object.fromEntries(await readFacts(`/components/${componentID}`));
  expect(own["Was slow"]).not.toContain("Search");
  expect(own["Was down"]).toMatch(/(Search|Mail) \+1$/);
  const { "Was slow": inHistory } = Object.fromEntries(
    await readFacts(`/history?month=${daysAgo(40).slice(0, 7)}`),
  );
  expect(inHistory).toContain("Search");
});

test("if the newest update has no message, the newest one with a message is shown, too", async () => {
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
    const notice = parseHTML(await (await daymark.fetch(path)).text()).querySelector(".notice");
    expect([...(notice?.querySelectorAll(":scope > .updates > li") ?? [])].map(textOf)).toEqual([
      expect.stringMatching(/^\w+ \d\d, .*\(UTC\)$/),
      expect.stringMatching(/^Monitoring .*\(UTC\)$/),
      expect.stringMatching(/^Investigating .* We add disks\.$/),
    ]);
  }
  const incidentPage = parseHTML(await (await daymark.fetch(`/incidents/${incidentID}`)).text());
  expect(incidentPage.querySelector("meta[name=description]")?.getAttribute("content")).toBe(
    "Resolved: We add disks.",
  );
  expect(
    JSON.parse(incidentPage.querySelector("script[type='application/ld+json']")?.textContent ?? ""),
  ).toMatchObject({
    articleBody: "We add disks.",
  });
});

test("the last 14 days list incidents on the day they were resolved, and no older ones", async () => {
  const createdAt = daysAgo(3);
  await makeIncident(daymark, { name: "Recent", status: "Resolved", createdAt });
  await makeIncident(daymark, { name: "Long ago", status: "Resolved", createdAt: daysAgo(15) });
  const days = [...(await readPage()).querySelectorAll(".day")];
  const daysWithIncidents = days.filter((day) => !textOf(day).includes("No incidents reported."));
  expect(daysWithIncidents.map((day) => day.querySelector("h3")?.id)).toEqual([
    `day-${createdAt.slice(0, 10)}`,
  ]);
  expect(textOf(daysWithIncidents[0])).toContain("Recent Resolved");
  expect(days.map(textOf).join()).not.toContain("Long ago");
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
  const page = await readPage();
  const messageElement = page.querySelector(".message");
  expect([...(messageElement?.querySelectorAll("strong, em, code, li") ?? [])].map(textOf)).toEqual([
    "Bold",
    "soft",
    "code",
    "one",
    "two",
  ]);
  const links = [...(messageElement?.querySelectorAll("a") ?? [])];
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    "https://example.com/a",
    "https://example.com/b",
    "https://example.com/i.png",
  ]);
  for (const link of links) expect(link.getAttribute("rel")).toBe("nofollow noopener noreferrer");
  expect(textOf(messageElement)).toContain(
    "<script>alert(1)</script> <img src=x onerror=alert(1)> [x](javascript:alert(1))",
  );
  expect(textOf(messageElement)).toContain("# Not a heading");
  expect(page.querySelectorAll('body script:not([type="application/ld+json"])')).toHaveLength(0);
  expect(page.querySelectorAll("img, h1, h4")).toHaveLength(1);
  expect(textOf(page.querySelector(".notice h3"))).toBe('"><script>alert(2)</script>');
});

test("the page and its header have the service's color, with legible text on it", async () => {
  const style = async () => textOf((await readPage()).querySelector("style"));
  await setNameAndColor("Acme", "#FFE600");
  expect(await style()).toContain("--band:#FFE600;--on-band:#000000");
  expect(await style()).toContain("--page:#FFE600;--card:#FFE600;--text:#000000");
  await setNameAndColor("Acme", "#17233C");
  expect(await style()).toContain("--band:#17233C;--on-band:#FFFFFF");
  await setNameAndColor("Acme", "#FFFFFF");
  expect(await style()).not.toMatch(/--(band|page):#(?!f5f7fa|0e131b)/i);
});

test("a 404 page has the service's name in its title, in every language", async () => {
  const instance = await startDaymark();
  const readTitle = async (path: string) => parseHTML(await (await instance.fetch(path)).text()).title;
  await answer(instance.administrator.settings.$patch({ json: { serviceName: "Fernway" } }));
  expect(await readTitle("/nothing")).toBe("404 page not found - Fernway Status");
  expect(await readTitle("/incidents/abcdefghijkl?lang=de")).toMatch(/ - .*Fernway/);
  await instance.stop();
});

test.for(["/nothing", "/incidents/", "/%F0%9F%92%A9", "/index.php?x=1"])("%s is a 404 page", async (path) => {
  const response = await daymark.fetch(path);
  expect(response.status).toBe(404);
  expect(response.headers.get("Content-Type")).toMatch(/^text\/html/);
  const page = parseHTML(await response.text());
  expect(textOf(page.querySelector("h1"))).toBe("404 page not found");
  expect(page.querySelector("main a")?.getAttribute("href")).toBe("/");
});
