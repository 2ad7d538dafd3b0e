import { afterAll, beforeAll, expect, test } from "vitest";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { makeComponent, makeIncident, makeMaintenance, makeMetric } from "../support/factories.ts";
import { document, text } from "../support/html.ts";
import { dataURL, onePixelPNG } from "../support/images.ts";
import { reads } from "../support/reads.ts";

const override = "\u202e";
const markup = `"'><img src=x onerror=alert(1)></title></style></script><script>alert(2)</script>`;
const name = `${markup}${override}gnp.exe`;
const link = "javascript:alert(3)";
const message = [
  name,
  `[one](${link}) [two]( JaVaScRiPt:alert(4)) [three](data:text/html,x) [four](vbscript:x) <${link}>`,
  `[five](java&#115;cript:alert(5)) [six](//example.com/x) [seven](https://example.com/"onmouseover="alert(6))`,
  "&lt;script&gt;alert(7)&lt;/script&gt; <svg/onload=alert(8)>",
].join("\n\n");

let daymark: Daymark;
let made: Record<string, string>;
beforeAll(async () => {
  daymark = await startDaymark({ build: "faulty-worker" });
  const { administrator } = daymark;
  await answer(administrator.settings.$patch({ json: { serviceName: name } }));
  const { componentID } = await makeComponent(daymark, { name, description: `${link} ${name}` });
  const components = [{ componentID, status: "Partial Outage" as const }];
  const { incidentID } = await makeIncident(daymark, { name, message, components });
  const { maintenanceID } = await makeMaintenance(daymark, { name, message, components });
  const { metricID } = await makeMetric(daymark, {
    title: name,
    description: `${link} ${name}`,
    unit: "<b>&",
    status: "Visible",
  });
  const logo = await answer(administrator.settings.logos.$post({ json: { data: dataURL(onePixelPNG) } }));
  made = { componentID, incidentID, maintenanceID, metricID, logo: logo.id };
});
afterAll(() => daymark.stop());

const examples = [
  ...Object.values(reads).flatMap((all) => all.map(([example]) => example)),
  ...["/?lang=ar", "/history?lang=ja", "/incidents/:incidentID?lang=ar", "/components/:componentID?lang=ar"],
];

/** What a page has that is ours. */
const harmless = /^(\/|#|https?:|mailto:|webcals?:|data:image\/)/;

test.for(examples)("what people write is text in %s", async (example) => {
  const response = await daymark.fetch(example.replace(/:(\w+)/g, (_, id: string) => made[id] ?? id));
  const body = await response.text();
  const type = response.headers.get("Content-Type") ?? "";
  if (/json|text\/plain|markdown|calendar/.test(type)) return;
  expect(body).not.toMatch(/<(img src=x|script>alert|svg\/onload)/);
  if (!type.startsWith("text/html")) return;
  const page = document(body);
  expect(turning(page)).toEqual([]);
  for (const element of page.querySelectorAll("*")) {
    for (const { name: attribute, value } of element.attributes) {
      expect(attribute).not.toMatch(/^on/);
      if (/^(href|src|action|formaction|srcset)$/.test(attribute)) expect(value).toMatch(harmless);
    }
  }
  for (const script of page.querySelectorAll("script")) {
    // Data is no script, as long as it does not end before its end.
    if (script.type === "application/ld+json") expect(JSON.parse(script.text)).toHaveProperty("@context");
    else expect(script.getAttribute("src") ?? script.text).not.toContain("alert(");
  }
  expect(response.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
});

/** What an override could turn beyond the name that it is in: nothing keeps the two apart. */
function turning(page: Document): string[] {
  const isApart = (told: string) => /^[^\u2068]*\u2068.*\u202e.*\u2069/s.test(told);
  const attributes = [...page.querySelectorAll("*")].flatMap((element) =>
    [...element.attributes].map(({ value }) => value),
  );
  const texts = [...page.querySelectorAll("*")]
    .filter((element) => !element.closest("bdi, [dir=auto], script"))
    .map((element) =>
      [...element.childNodes].filter(({ nodeType }) => nodeType === 3).map((node) => node.textContent),
    )
    .map((parts) => parts.join(""));
  return [...attributes, ...texts].filter((told) => told.includes(override) && !isApart(told));
}

const shown = name;

test("a name that is markup is read as it was written, in the title and wherever it stands", async () => {
  const read = async (path: string) => document(await (await daymark.fetch(path)).text());
  const main = await read("/");
  expect(main.title).toContain(shown);
  for (const meta of main.querySelectorAll('meta[property="og:title"]'))
    expect(meta.getAttribute("content")).toContain(shown);
  expect(text(main.querySelector("main")).split(shown).length).toBeGreaterThan(5);
  expect(main.querySelector(".strip > svg")?.getAttribute("aria-label")).toContain(shown);
  for (const path of [
    `/incidents/${made.incidentID}`,
    `/maintenances/${made.maintenanceID}`,
    `/components/${made.componentID}`,
  ]) {
    const page = await read(path);
    expect(page.title).toContain(shown);
    expect(text(page.querySelector("main"))).toContain(shown);
  }
  expect(text((await read("/history")).querySelector("main"))).toContain(shown);
});

test("links of a message lead to the web or to mail, and others are shown as they were written", async () => {
  const page = document(await (await daymark.fetch(`/incidents/${made.incidentID}`)).text());
  const told = page.querySelector(".message");
  expect([...(told?.querySelectorAll("a") ?? [])].map((a) => a.getAttribute("href"))).toEqual([
    `https://example.com/%22onmouseover=%22alert(6)`,
  ]);
  for (const written of [`[one](${link})`, "[three](data:text/html,x)", "[six](//example.com/x)"])
    expect(text(told)).toContain(written);
});

test("the API answers what was written, to the letter", async () => {
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
])("%s is a 404 page, kept nowhere", async (path) => {
  const response = await daymark.fetch(path);
  expect([response.status, response.headers.get("Cache-Control")]).toEqual([404, "no-store"]);
  const page = document(await response.text());
  expect(text(page.querySelector("h1"))).toBe("404 page not found");
  expect(page.querySelector("main a")?.getAttribute("href")).toBe("/");
});

test.for(["0", "7", "91", "-30", "30.0", "", "<script>", "365", "9".repeat(5000)])(
  "?days=%s shows 90 days, under the main page's own ETag",
  async (days) => {
    const [asked, plain] = [
      await daymark.fetch(`/?days=${encodeURIComponent(days)}`),
      await daymark.fetch("/"),
    ];
    expect([asked.status, asked.headers.get("ETag")]).toEqual([200, plain.headers.get("ETag")]);
    expect(await asked.text()).toBe(await plain.text());
  },
);
