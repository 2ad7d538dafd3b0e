import { afterAll, beforeAll, expect, test } from "vitest";
import { textsOf } from "../../../web/status/texts/all-texts.ts";
import { languageCodes, languages } from "../../../web/status/texts/languages.ts";
import {
  makeComponent,
  makeIncident,
  makeMaintenance,
  makeMetric,
} from "../../support/factories/factories.ts";
import { parseHTML, textOf } from "../../support/readers/html.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

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

async function read(path: string) {
  const response = await daymark.fetch(path);
  return { status: response.status, page: parseHTML(await response.text()) };
}
const withLanguage = (path: string, code: string) => (code === "en" ? path : `${path}?lang=${code}`);

test.for(languageCodes)("every page in %s has that language, and its links keep it", async (code) => {
  for (const path of paths) {
    const { page } = await read(withLanguage(path, code));
    const root = page.documentElement;
    expect([root.getAttribute("lang"), root.getAttribute("dir")]).toEqual([code, languages[code].dir]);
    const links = [...page.querySelectorAll("header a, main a")].map(
      (link) => link.getAttribute("href") ?? "",
    );
    const pageLinks = links.filter((href) =>
      /^\/($|[?#]|history($|[?#])|(components|incidents|maintenances)\/[^/.]+$)/.test(href),
    );
    expect(pageLinks.length).toBeGreaterThan(2);
    for (const href of pageLinks)
      expect(new URL(href, "https://x").searchParams.get("lang") ?? "en").toBe(code);
  }
});

test.for(languageCodes)(
  "in %s statuses are translated, and texts of administrators are not",
  async (code) => {
    const texts = textsOf(code);
    const { page } = await read(withLanguage("/", code));
    expect(textOf(page.querySelector("h1"))).toBe(texts.banner["Partial Outage"]);
    expect(textOf(page.querySelector(".component .status"))).toBe(texts.states["Partial Outage"]);
    expect(textOf(page.querySelector(".notice .status"))).toBe(texts.states.Investigating);
    expect([...page.querySelectorAll("bdi, [dir=auto]")].map(textOf)).toEqual(
      expect.arrayContaining(["It fails", "Main API", "What you call", "Moving house"]),
    );
    expect(textOf(page.querySelector(".message"))).toBe("We look.");
  },
);

/** Texts of administrators in these tests, product names, and languages in their own language. */
const untranslatedWords = new Set(
  `Acme It fails Main API What you call We look Moving house Response time UTC RSS Atom JSON Feed iCalendar name example com
  English Español Français Deutsch Português Brasil`.split(/\s+/),
);

test.for(["ar", "ja"])(
  "in %s no English word is left, neither visible nor in labels for screen readers",
  async (code) => {
    await makeMetric(daymark, { status: "Visible", unit: "" });
    for (const path of [...paths, "/subscribe", "/nothing"]) {
      const { page } = await read(withLanguage(path, code));
      // Names of time zones aren't translated, and scripts and styles aren't text.
      for (const list of page.querySelectorAll("select[name=timeZone], script, style")) list.remove();
      const labelled = [...page.querySelectorAll("[aria-label], [alt], [placeholder], [data-zone-note]")];
      const labels = labelled.flatMap((element) =>
        ["aria-label", "alt", "placeholder", "data-zone-note"].map(
          (name) => element.getAttribute(name) ?? "",
        ),
      );
      const allText = [textOf(page.body), page.title, ...labels].join(" ").replaceAll(/\{\w+\}/g, "");
      const words = allText.match(/[A-Za-zÀ-ž]{2,}/g) ?? [];
      expect([path, words.filter((word) => !untranslatedWords.has(word))]).toEqual([path, []]);
    }
  },
);

test("the footer links to the same page in each language, named in that language", async () => {
  for (const path of ["/?days=30&lang=fr", "/history"]) {
    const { page } = await read(path);
    const links = [...page.querySelectorAll("footer nav a")];
    expect(links.map(textOf)).toEqual(Object.values(languages).map(({ name }) => name));
    for (const [index, link] of links.entries()) {
      const current = new URL(path, "https://x");
      const target = new URL(link.getAttribute("href") ?? "", "https://x");
      expect(target.pathname).toBe(current.pathname);
      expect(target.searchParams.get("days")).toBe(current.searchParams.get("days"));
      expect(target.searchParams.get("lang") ?? "en").toBe(languageCodes[index]);
    }
  }
});

test("an unknown language falls back to English", async () => {
  for (const lang of ["tlh", "", "german", "%00", "__proto__"]) {
    const { status, page } = await read(`/?lang=${lang}`);
    expect([status, page.documentElement.getAttribute("lang")]).toEqual([200, "en"]);
    expect(textOf(page.querySelector("h1"))).toBe("Partial System Outage");
  }
});

test("another case or region of a language code shows the page of the supported code", async () => {
  for (const lang of ["pt-br", "pt", "PT-pt"]) {
    const { page } = await read(`/?lang=${lang}`);
    expect(page.documentElement.getAttribute("lang")).toBe("pt-BR");
    expect(page.querySelector("link[rel=canonical]")?.getAttribute("href")).toBe(
      "https://status.example.com/?lang=pt-BR",
    );
  }
});

test("labels for screen readers have the punctuation of the language", async () => {
  const label = async (code: string) =>
    (await read(withLanguage("/", code))).page.querySelector(".strip > svg")?.getAttribute("aria-label") ??
    "";
  expect(await label("ja")).toMatch(/Main API.?、過去 90 日間：/u);
  expect(await label("ar")).toMatch(/Main API.?، آخر 90 يومًا: /u);
  expect(await label("fr")).toMatch(/Main API.?, 90 derniers jours\u00a0: /u);
});

test("a 404 page is in the requested language", async () => {
  for (const code of languageCodes) {
    const texts = textsOf(code);
    const { status, page } = await read(withLanguage("/incidents/nothing", code));
    expect(status).toBe(404);
    expect(textOf(page.querySelector("h1"))).toBe(texts.notFound);
    expect(textOf(page.querySelector("main a"))).toBe(texts.statusPageLink);
    if (code !== "en") expect(textOf(page.querySelector("p"))).toBe(texts.errorReasons[404]);
  }
});

test("each page has one canonical address and an alternate link for each language", async () => {
  const { page } = await read("/?days=30&lang=de");
  expect(page.querySelector("link[rel=canonical]")?.getAttribute("href")).toBe(
    "https://status.example.com/?lang=de",
  );
  const alternates = [...page.querySelectorAll("link[rel=alternate][hreflang]")];
  expect(alternates.map((link) => [link.getAttribute("hreflang"), link.getAttribute("href")])).toEqual([
    ...languageCodes.map((code) => [code, `https://status.example.com${withLanguage("/", code)}`]),
    ["x-default", "https://status.example.com/"],
  ]);
});

test("the icon and the preview of a shared link show the status", async () => {
  const readPreview = async (path: string) => {
    const { page } = await read(path);
    const icon = page.querySelector("link[rel=icon]")?.getAttribute("href") ?? "";
    const property = (name: string) =>
      page.querySelector(`meta[property="${name}"]`)?.getAttribute("content");
    return [
      /fill='%23(\w+)'/.exec(icon)?.[1],
      property("og:image"),
      property("og:title"),
      property("og:description"),
    ];
  };
  const imageOf = (name: string) => `https://status.example.com/static/state-${name}.png`;
  const [main = "", , component = "", incident = "", maintenance = ""] = paths;
  expect(await readPreview(main)).toEqual([
    "e8701a",
    imageOf("orange"),
    "Partial System Outage - Acme Status",
    "Partial System Outage",
  ]);
  expect(await readPreview(component)).toEqual([
    ...["e8701a", imageOf("orange"), "Main API - Acme Status", "Main API: Partial Outage"],
  ]);
  expect(await readPreview(incident)).toEqual([
    ...["e8701a", imageOf("orange"), "It fails - Acme Status", "Investigating: We look."],
  ]);
  expect(await readPreview(maintenance)).toEqual([
    ...["3a7be8", imageOf("blue"), "Moving house - Acme Status", "Scheduled"],
  ]);
});

test("the preview of a shared incident has its message as plain text, cut between words, and JSON-LD has the whole text", async () => {
  const message = `**We** [look](https://example.com) at \`api\`:\n\n- ${"it fails 😀 ".repeat(30)}\n- R&amp;D`;
  const json = { name: "It fails", status: "Identified", message } as const;
  const { incidentID } = await answer(daymark.administrator.incidents.$post({ json }));
  const { page } = await read(`/incidents/${incidentID}`);
  const description = page.querySelector('meta[property="og:description"]')?.getAttribute("content") ?? "";
  expect(description).toMatch(/^Identified: We look at api: (it fails 😀 )*(it|it fails|it fails 😀)…$/u);
  expect(description.length).toBeLessThanOrEqual("Identified: ".length + 200);
  const jsonLD = JSON.parse(page.querySelector('script[type="application/ld+json"]')?.textContent ?? "");
  expect(jsonLD.articleBody).toBe(`We look at api:\n${"it fails 😀 ".repeat(30).trim()}\nR&D`);
  await daymark.administrator.incidents[":incidentID"].$delete({ param: { incidentID } });
});

test("JSON-LD of the main page names its language", async () => {
  const { page } = await read("/?lang=de");
  const jsonLD = JSON.parse(page.querySelector('script[type="application/ld+json"]')?.textContent ?? "");
  expect(jsonLD).toMatchObject({ "@type": "WebPage", inLanguage: "de" });
});

test("a graph has the language of its page", async () => {
  const { metricID } = await makeMetric(daymark, { status: "Visible" });
  const { page } = await read("/?lang=de");
  const source = page.querySelector(`[data-metric="${metricID}"] img`)?.getAttribute("src") ?? "";
  expect(source).toBe(`/metrics/${metricID}/day.svg?lang=de`);
  const graph = await (await daymark.fetch(source)).text();
  expect(graph).toContain(textsOf("de").graph.noData);
  const section = page.querySelector<HTMLElement>("[data-graph-words]");
  expect(JSON.parse(section?.getAttribute("data-graph-words") ?? "")).toEqual(textsOf("de").graph);
});

test("a name can't change the text direction of anything else", async () => {
  const name = "\u2069 \u202eturned";
  const { componentID } = await makeComponent(daymark, { name });
  const { page } = await read(`/components/${componentID}`);
  const isolatedName = `\u2068\u2068${name}\u2069\u2069`;
  expect(page.title).toBe(`${isolatedName} - Acme Status`);
  expect(page.querySelector(".strip > svg")?.getAttribute("aria-label")).toMatch(`${isolatedName}, `);
  expect(page.querySelector("h1 > bdi")?.textContent).toBe(name);
});
