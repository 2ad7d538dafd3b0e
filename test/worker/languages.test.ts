import { afterAll, beforeAll, expect, test } from "vitest";
import { languageCodes, languages } from "../../web/status/texts/languages.ts";
import { textsOf } from "../../web/status/texts/texts.ts";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { makeComponent, makeIncident, makeMaintenance, makeMetric } from "../support/factories.ts";
import { document, text } from "../support/html.ts";

let daymark: Daymark;
let paths: string[];
beforeAll(async () => {
  daymark = await startDaymark({ vars: { STATUS_PAGE_URL: "https://status.example.com/" } });
  await answer(daymark.administrator.settings.$patch({ json: { serviceName: "Acme" } }));
  const { componentID } = await makeComponent(daymark, { name: "Main API", description: "What you call" });
  const components = [{ componentID, status: "Partial Outage" as const }];
  const { incidentID } = await makeIncident(daymark, { name: "It fails", message: "We look.", components });
  const { maintenanceID } = await makeMaintenance(daymark, { name: "Moving house" });
  paths = ["/", "/history", `/components/${componentID}`, `/incidents/${incidentID}`].concat(
    `/maintenances/${maintenanceID}`,
  );
});
afterAll(() => daymark.stop());

async function page(path: string) {
  const response = await daymark.fetch(path);
  return { status: response.status, shown: document(await response.text()) };
}
const inLanguage = (path: string, code: string) => (code === "en" ? path : `${path}?lang=${code}`);

test.for(languageCodes)("every page in %s says so, and its links stay in it", async (code) => {
  for (const path of paths) {
    const { shown } = await page(inLanguage(path, code));
    const root = shown.documentElement;
    expect([root.getAttribute("lang"), root.getAttribute("dir")]).toEqual([code, languages[code].dir]);
    const links = [...shown.querySelectorAll("header a, main a")].map(
      (link) => link.getAttribute("href") ?? "",
    );
    const pages = links.filter((href) =>
      /^\/($|[?#]|history($|[?#])|(components|incidents|maintenances)\/[^/.]+$)/.test(href),
    );
    expect(pages.length).toBeGreaterThan(2);
    for (const href of pages) expect(new URL(href, "https://x").searchParams.get("lang") ?? "en").toBe(code);
  }
});

test.for(languageCodes)(
  "in %s states are words of the language, and what administrators wrote is as they wrote it",
  async (code) => {
    const texts = textsOf(code);
    const { shown } = await page(inLanguage("/", code));
    expect(text(shown.querySelector("h1"))).toBe(texts.banner["Partial Outage"]);
    expect(text(shown.querySelector(".component .status"))).toBe(texts.states["Partial Outage"]);
    expect(text(shown.querySelector(".notice .status"))).toBe(texts.states.Investigating);
    expect([...shown.querySelectorAll("bdi")].map(text)).toEqual(
      expect.arrayContaining(["It fails", "Main API", "What you call", "Moving house"]),
    );
    expect(text(shown.querySelector(".message"))).toBe("We look.");
  },
);

/** What administrators wrote in these tests, names of things, and the languages' own names. */
const latin = new Set(
  `Acme It fails Main API What you call We look Moving house Response time UTC RSS Atom JSON Feed iCalendar name example com
  English Español Français Deutsch Português Brasil`.split(/\s+/),
);

test.for(["ar", "ja"])(
  "in %s no word of another language is left, in what is seen as in what is read aloud",
  async (code) => {
    await makeMetric(daymark, { status: "Visible", unit: "" });
    for (const path of [...paths, "/subscribe", "/nothing"]) {
      const { shown } = await page(inLanguage(path, code));
      // Names of time zones are places, and e-mail's trap is for programs.
      for (const list of shown.querySelectorAll("select[name=timeZone], script, style")) list.remove();
      const labelled = [...shown.querySelectorAll("[aria-label], [alt], [placeholder], [data-zone-note]")];
      const labels = labelled.flatMap((element) =>
        ["aria-label", "alt", "placeholder", "data-zone-note"].map(
          (name) => element.getAttribute(name) ?? "",
        ),
      );
      const said = [text(shown.body), shown.title, ...labels].join(" ").replaceAll(/\{\w+\}/g, "");
      const words = said.match(/[A-Za-zÀ-ž]{2,}/g) ?? [];
      expect([path, words.filter((word) => !latin.has(word))]).toEqual([path, []]);
    }
  },
);

test("the footer leads to the same page in each language, named in that language", async () => {
  for (const path of ["/?days=30&lang=fr", "/history"]) {
    const { shown } = await page(path);
    const links = [...shown.querySelectorAll("footer nav a")];
    expect(links.map(text)).toEqual(Object.values(languages).map(({ name }) => name));
    for (const [at, link] of links.entries()) {
      const [wanted, leads] = [
        new URL(path, "https://x"),
        new URL(link.getAttribute("href") ?? "", "https://x"),
      ];
      expect(leads.pathname).toBe(wanted.pathname);
      expect(leads.searchParams.get("days")).toBe(wanted.searchParams.get("days"));
      expect(leads.searchParams.get("lang") ?? "en").toBe(languageCodes[at]);
    }
  }
});

test("an unknown language is English", async () => {
  for (const lang of ["tlh", "", "german", "%00", "__proto__"]) {
    const { status, shown } = await page(`/?lang=${lang}`);
    expect([status, shown.documentElement.getAttribute("lang")]).toEqual([200, "en"]);
    expect(text(shown.querySelector("h1"))).toBe("Partial System Outage");
  }
});

test("a language in other letters or of another country is the page that its own code has", async () => {
  for (const lang of ["pt-br", "pt", "PT-pt"]) {
    const { shown } = await page(`/?lang=${lang}`);
    expect(shown.documentElement.getAttribute("lang")).toBe("pt-BR");
    expect(shown.querySelector("link[rel=canonical]")?.getAttribute("href")).toBe(
      "https://status.example.com/?lang=pt-BR",
    );
  }
});

test("what is read aloud has the commas and colons of the language", async () => {
  const label = async (code: string) =>
    (await page(inLanguage("/", code))).shown.querySelector(".strip > svg")?.getAttribute("aria-label") ?? "";
  expect(await label("ja")).toMatch(/Main API.?、過去 90 日間：/u);
  expect(await label("ar")).toMatch(/Main API.?، آخر 90 يومًا: /u);
  expect(await label("fr")).toMatch(/Main API.?, 90 derniers jours\u00a0: /u);
});

test("a page that is not there is told in the language", async () => {
  for (const code of languageCodes) {
    const texts = textsOf(code);
    const { status, shown } = await page(inLanguage("/incidents/nothing", code));
    expect(status).toBe(404);
    expect(text(shown.querySelector("h1"))).toBe(texts.notFound);
    expect(text(shown.querySelector("main a"))).toBe(texts.statusPageLink);
    if (code !== "en") expect(text(shown.querySelector("p"))).toBe(texts.errorReasons[404]);
  }
});

test("search engines are told of each language's page, and of one address for each", async () => {
  const { shown } = await page("/?days=30&lang=de");
  expect(shown.querySelector("link[rel=canonical]")?.getAttribute("href")).toBe(
    "https://status.example.com/?lang=de",
  );
  const alternates = [...shown.querySelectorAll("link[rel=alternate][hreflang]")];
  expect(alternates.map((link) => [link.getAttribute("hreflang"), link.getAttribute("href")])).toEqual([
    ...languageCodes.map((code) => [code, `https://status.example.com${inLanguage("/", code)}`]),
    ["x-default", "https://status.example.com/"],
  ]);
});

test("the tab and a shared address show the state", async () => {
  const states = async (path: string) => {
    const { shown } = await page(path);
    const icon = shown.querySelector("link[rel=icon]")?.getAttribute("href") ?? "";
    const property = (name: string) =>
      shown.querySelector(`meta[property="${name}"]`)?.getAttribute("content");
    return [
      /fill='%23(\w+)'/.exec(icon)?.[1],
      property("og:image"),
      property("og:title"),
      property("og:description"),
    ];
  };
  const picture = (color: string) => `https://status.example.com/static/state-${color}.png`;
  const [main = "", , component = "", incident = "", maintenance = ""] = paths;
  expect(await states(main)).toEqual(["e8701a", picture("orange"), "Acme Status", "Partial System Outage"]);
  expect(await states(component)).toEqual([
    ...["e8701a", picture("orange"), "Main API - Acme Status", "Main API: Partial Outage"],
  ]);
  expect(await states(incident)).toEqual([
    ...["e0343c", picture("red"), "It fails - Acme Status", "Investigating: We look."],
  ]);
  expect(await states(maintenance)).toEqual([
    ...["3a7be8", picture("blue"), "Moving house - Acme Status", "Scheduled"],
  ]);
});

test("a shared address and programs have an incident's message as text, cut between words", async () => {
  const message = `**We** [look](https://example.com) at \`api\`:\n\n- ${"it fails 😀 ".repeat(30)}\n- R&amp;D`;
  const json = { name: "It fails", status: "Identified", message } as const;
  const { incidentID } = await answer(daymark.administrator.incidents.$post({ json }));
  const { shown } = await page(`/incidents/${incidentID}`);
  const said = shown.querySelector('meta[property="og:description"]')?.getAttribute("content") ?? "";
  expect(said).toMatch(/^Identified: We look at api: (it fails 😀 )*(it|it fails|it fails 😀)…$/u);
  expect(said.length).toBeLessThanOrEqual("Identified: ".length + 200);
  const facts = JSON.parse(shown.querySelector('script[type="application/ld+json"]')?.textContent ?? "");
  expect(facts.articleBody).toBe(`We look at api:\n${"it fails 😀 ".repeat(30).trim()}\nR&D`);
  await daymark.administrator.incidents[":incidentID"].$delete({ param: { incidentID } });
});

test("a graph speaks the language of the page that it is on", async () => {
  const { metricID } = await makeMetric(daymark, { status: "Visible" });
  const { shown } = await page("/?lang=de");
  const source = shown.querySelector(`[data-metric="${metricID}"] img`)?.getAttribute("src") ?? "";
  expect(source).toBe(`/metrics/${metricID}/day.svg?lang=de`);
  const graph = await (await daymark.fetch(source)).text();
  expect(graph).toContain(textsOf("de").graph.noData);
  const section = shown.querySelector<HTMLElement>("[data-graph-words]");
  expect(JSON.parse(section?.getAttribute("data-graph-words") ?? "")).toEqual(textsOf("de").graph);
});

test("a name that turns the direction of writing turns nothing but itself", async () => {
  const name = "\u2069 \u202eturned";
  const { componentID } = await makeComponent(daymark, { name });
  const { shown } = await page(`/components/${componentID}`);
  const kept = `\u2068\u2068${name}\u2069\u2069`;
  expect(shown.title).toBe(`${kept} - Acme Status`);
  expect(shown.querySelector(".strip > svg")?.getAttribute("aria-label")).toMatch(`${kept}, `);
  expect(shown.querySelector("h1 > bdi")?.textContent).toBe(name);
});
