import { afterAll, beforeAll, expect, test } from "vitest";
import {
  makeComponent,
  makeIncident,
  makeMaintenance,
  makeMetric,
} from "../../support/factories/factories.ts";
import { dataURL, onePixelPNG } from "../../support/factories/images.ts";
import { reads } from "../../support/readers/all-reads.ts";
import { parseHTML, textOf } from "../../support/readers/html.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

// U+202E is the right-to-left override.
const override = "\u202e";
const markup = `"'><img src=x onerror=alert(1)></title></style></script><script>alert(2)</script>`;
const name = `${markup}${override}gnp.exe`;
const scriptURL = "javascript:alert(3)";
const message = [
  name,
  `[one](${scriptURL}) [two]( JaVaScRiPt:alert(4)) [three](data:text/html,x) [four](vbscript:x) <${scriptURL}>`,
  `[five](java&#115;cript:alert(5)) [six](//example.com/x) [seven](https://example.com/"onmouseover="alert(6))`,
  "&lt;script&gt;alert(7)&lt;/script&gt; <svg/onload=alert(8)>",
].join("\n\n");

let daymark: Daymark;
let ids: Record<string, string>;
beforeAll(async () => {
  daymark = await startDaymark();
  const { administrator } = daymark;
  await answer(administrator.settings.$patch({ json: { serviceName: name } }));
  const { componentID } = await makeComponent(daymark, { name, description: `${scriptURL} ${name}` });
  const components = [{ componentID, status: "Partial Outage" as const }];
  const { incidentID } = await makeIncident(daymark, { name, message, components });
  const { maintenanceID } = await makeMaintenance(daymark, { name, message, components });
  const { metricID } = await makeMetric(daymark, {
    title: name,
    description: `${scriptURL} ${name}`,
    unit: "<b>&",
    status: "Visible",
  });
  const logo = await answer(administrator.settings.logos.$post({ json: { data: dataURL(onePixelPNG) } }));
  ids = { componentID, incidentID, maintenanceID, metricID, logo: logo.id };
});
afterAll(() => daymark.stop());

const examples = [
  ...Object.values(reads).flatMap((examplesOfRoute) => examplesOfRoute.map(([example]) => example)),
  ...["/?lang=ar", "/history?lang=ja", "/incidents/:incidentID?lang=ar", "/components/:componentID?lang=ar"],
];

/** Schemes and relative addresses that a page may link to. */
const allowedURL = /^(\/|#|https?:|mailto:|webcals?:|data:image\/)/;

test.for(examples)("%s escapes markup and scripts in names, messages and links", async (example) => {
  const response = await daymark.fetch(example.replace(/:(\w+)/g, (_, id: string) => ids[id] ?? id));
  const body = await response.text();
  const type = response.headers.get("Content-Type") ?? "";
  if (/json|text\/plain|markdown|calendar/.test(type)) return;
  expect(body).not.toMatch(/<(img src=x|script>alert|svg\/onload)/);
  if (!type.startsWith("text/html")) return;
  const page = parseHTML(body);
  expect(textsWithoutIsolation(page)).toEqual([]);
  for (const element of page.querySelectorAll("*")) {
    for (const { name: attribute, value } of element.attributes) {
      expect(attribute).not.toMatch(/^on/);
      if (/^(href|src|action|formaction|srcset)$/.test(attribute)) expect(value).toMatch(allowedURL);
    }
  }
  for (const script of page.querySelectorAll("script")) {
    // JSON-LD must parse: `</script>` in its text would end it early.
    if (script.type === "application/ld+json") expect(JSON.parse(script.text)).toHaveProperty("@context");
    else expect(script.getAttribute("src") ?? script.text).not.toContain("alert(");
  }
  expect(response.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
});

/** Returns texts and attributes with an override that no `<bdi>` and no isolate characters confine. */
function textsWithoutIsolation(page: Document): string[] {
  const isIsolated = (value: string) => /^[^\u2068]*\u2068.*\u202e.*\u2069/s.test(value);
  const attributes = [...page.querySelectorAll("*")].flatMap((element) =>
    [...element.attributes].map(({ value }) => value),
  );
  const texts = [...page.querySelectorAll("*")]
    .filter((element) => !element.closest("bdi, [dir=auto], script"))
    .map((element) =>
      [...element.childNodes].filter(({ nodeType }) => nodeType === 3).map((node) => node.textContent),
    )
    .map((parts) => parts.join(""));
  return [...attributes, ...texts].filter((value) => value.includes(override) && !isIsolated(value));
}

test("a name with markup is shown literally in titles, headings and labels", async () => {
  const readPage = async (path: string) => parseHTML(await (await daymark.fetch(path)).text());
  const main = await readPage("/");
  expect(main.title).toContain(name);
  for (const meta of main.querySelectorAll('meta[property="og:title"]'))
    expect(meta.getAttribute("content")).toContain(name);
  expect(textOf(main.querySelector("main")).split(name).length).toBeGreaterThan(5);
  expect(main.querySelector(".strip > svg")?.getAttribute("aria-label")).toContain(name);
  for (const path of [
    `/incidents/${ids.incidentID}`,
    `/maintenances/${ids.maintenanceID}`,
    `/components/${ids.componentID}`,
  ]) {
    const page = await readPage(path);
    expect(page.title).toContain(name);
    expect(textOf(page.querySelector("main"))).toContain(name);
  }
  expect(textOf((await readPage("/history")).querySelector("main"))).toContain(name);
});

test("links in a message that are not http, https or mailto are shown as text", async () => {
  const page = parseHTML(await (await daymark.fetch(`/incidents/${ids.incidentID}`)).text());
  const messageElement = page.querySelector(".message");
  expect([...(messageElement?.querySelectorAll("a") ?? [])].map((a) => a.getAttribute("href"))).toEqual([
    `https://example.com/%22onmouseover=%22alert(6)`,
  ]);
  for (const link of [`[one](${scriptURL})`, "[three](data:text/html,x)", "[six](//example.com/x)"])
    expect(textOf(messageElement)).toContain(link);
});

test("the API returns names and messages unchanged", async () => {
  const [component] = await answer(daymark.visitor.components.$get());
  expect(component?.name).toBe(name);
  const [incident] = await answer(daymark.visitor.incidents.$get({ query: {} }));
  expect([incident?.name, incident?.message]).toEqual([name, message]);
});

test.for([
  "/incidents/nobody",
  "/incidents/%00",
  "/incidents/..%2f..%2f",
  "/incidents/4fR%3Flang=fr",
  "/incidents/<script>",
  "/maintenances/nobody",
  "/maintenances/%E2%80%AE",
  "/components/nobody",
  "/components/%",
  "/components/%F0%9F%92%A9",
  "/history/2026-11",
  "/history?month=<script>alert(1)</script>",
  "/history?month=2026-11'--",
])("%s is a 404 page that is not cached", async (path) => {
  const response = await daymark.fetch(path);
  expect([response.status, response.headers.get("Cache-Control")]).toEqual([404, "no-store"]);
  const page = parseHTML(await response.text());
  expect(textOf(page.querySelector("h1"))).toBe("404 page not found");
  expect(page.querySelector("main a")?.getAttribute("href")).toBe("/");
});

test.for(["0", "7", "91", "-30", "30.0", "", "<script>", "365", "9".repeat(5000)])(
  "?days=%s shows 90 days and has the main page's ETag",
  async (days) => {
    const [withDays, plain] = [
      await daymark.fetch(`/?days=${encodeURIComponent(days)}`),
      await daymark.fetch("/"),
    ];
    expect([withDays.status, withDays.headers.get("ETag")]).toEqual([200, plain.headers.get("ETag")]);
    expect(await withDays.text()).toBe(await plain.text());
  },
);
