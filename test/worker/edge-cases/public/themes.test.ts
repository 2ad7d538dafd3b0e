import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { root } from "../../../../tools/paths.ts";
import { themes } from "../../../../web/shared/theme/themes.ts";
import type { SettingsChange } from "../../../../worker/settings/schema.ts";
import { makeComponent, makeIncident } from "../../../support/factories/factories.ts";
import { dataURL, onePixelPNG } from "../../../support/factories/images.ts";
import { parseHTML, textOf } from "../../../support/readers/html.ts";
import { answer, type Daymark, startDaymark } from "../../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

const change = (json: SettingsChange) => answer(daymark.administrator.settings.$patch({ json }));
const readPage = async (path = "/") => parseHTML(await (await daymark.fetch(path)).text());
const linksIn = (page: Document, selector: string) =>
  [...page.querySelectorAll(selector)].map((link) => [textOf(link), link.getAttribute("href")]);

test("a note is shown as Markdown above the banner of the main page, and first in its Markdown", async () => {
  expect(
    await change({ note: " We **move** on [Friday](https://acme.example/move).\n\n<b>No HTML</b> " }),
  ).toMatchObject({ note: "We **move** on [Friday](https://acme.example/move).\n\n<b>No HTML</b>" });
  const note = (await readPage()).querySelector("main > :first-child");
  expect(textOf(note)).toBe("We move on Friday. <b>No HTML</b>");
  expect(note?.querySelector("strong")?.textContent).toBe("move");
  expect(note?.querySelector("a")?.getAttribute("href")).toBe("https://acme.example/move");
  expect(note?.nextElementSibling?.className).toMatch(/^banner /);
  expect(await (await daymark.fetch("/index.md")).text()).toMatch(
    /as of .*\n\n> We \*\*move\*\* on \[Friday\]\(<https:\/\/acme\.example\/move>\)\.\n>\n> \\<b>No HTML\\<\/b>\n/,
  );
  await change({ note: "" });
  const page = await (await daymark.fetch("/")).text();
  expect(page).not.toContain("announcement");
  expect(await (await daymark.fetch("/index.md")).text()).not.toContain("\n>");
});

test("links are in the header and the footer of each page, in the order of the settings", async () => {
  const { incidentID } = await makeIncident(daymark);
  const headerLinks = [
    { name: "Docs", url: "https://acme.example/docs?a=1&b=2" },
    { name: '"<المساعدة>', url: "http://help.example" },
  ];
  const footerLinks = [{ name: "Contact", url: "mailto:help@acme.example?subject=Status" }];
  expect(await change({ headerLinks, footerLinks })).toMatchObject({ headerLinks, footerLinks });
  for (const path of ["/", "/history", `/incidents/${incidentID}`]) {
    const page = await readPage(path);
    expect(linksIn(page, ".masthead nav a").slice(0, -2)).toEqual(
      headerLinks.map(({ name, url }) => [name, url]),
    );
    expect(linksIn(page, "footer div.choices a")).toEqual([
      ["History", "/history"],
      ...footerLinks.map(({ name, url }) => [name, url]),
    ]);
  }
  expect(await change({ headerLinks: [] })).toMatchObject({ headerLinks: [], footerLinks });
  const page = await readPage();
  expect(linksIn(page, ".masthead nav a")).toHaveLength(2);
  await change({ footerLinks: [] });
  expect(linksIn(await readPage(), "footer div.choices a")).toEqual([["History", "/history"]]);
});

test("accent, width and font are in the style of each page, and the defaults leave none", async () => {
  const style = async (path: string) => textOf((await readPage(path)).querySelector("style"));
  const before = await style("/");
  const look = { accentColor: "#FFE600", pageWidth: "wide", font: "serif" } as const;
  expect(await change(look)).toMatchObject(look);
  for (const path of ["/", "/history", "/nothing"]) {
    const css = await style(path);
    expect(css).toMatch(
      /:root,\.card,\.banner,\.uptime-legend\{--link:#736700\}@media .*\{--link:#FFE600\}\}/i,
    );
    expect(css).toContain(".wide{max-width:96rem}");
    expect(css).toContain('html{font-family:"Iowan Old Style"');
  }
  await change({ accentColor: "", pageWidth: "normal", font: "system" });
  expect(await style("/")).toBe(before);
});

test("a header color paints the header alone, and a soft tint the page behind it", async () => {
  const style = async () => textOf((await readPage()).querySelector("style"));
  const before = await style();
  await change({ headerColor: "#2E1065", pageTint: "soft" });
  expect((await style()).replace(before, "").trim()).toBe(
    "body{--page:#ebebf3}@media (prefers-color-scheme:dark){body{--page:#111321}}.masthead{--band:#2E1065;--on-band:#FFFFFF;border-color:#2E1065}",
  );
  // Another background color paints the whole page, so it is not tinted.
  await change({ backgroundColor: "#102030" });
  expect(await style()).toContain("body{--page:#102030;");
  expect(await style()).not.toContain("#ebebf3");
  expect(await style()).toMatch(/\.masthead\{--band:#2E1065[^}]*\}$/);
  await change({ backgroundColor: "#FFFFFF", headerColor: "", pageTint: "none" });
  expect(await style()).toBe(before);
});

test("the page and its logo can be read from other sites, for the preview in the console", async () => {
  const mainPage = await daymark.fetch("/");
  expect(mainPage.headers.get("Access-Control-Allow-Origin")).toBe("*");
  expect(mainPage.headers.get("Access-Control-Allow-Credentials")).toBeNull();
  const { logos } = daymark.administrator.settings;
  const { id } = await answer(logos.$post({ json: { data: dataURL(onePixelPNG) } }));
  const response = await daymark.fetch(`/logos/${id}`);
  expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
  await logos[":logoID"].$delete({ param: { logoID: id } });
});

test("the colors of the themes are those of the page's style", () => {
  const css = readFileSync(join(root, "web/status/styles/tokens.css"), "utf8");
  const long = (hex: string) => hex.replace(/^#(.)(.)(.)$/, "#$1$1$2$2$3$3");
  const [light = "", dark = ""] = css.split("@media (prefers-color-scheme: dark)");
  for (const [rules, theme] of [
    [light, themes.light],
    [dark, themes.dark],
  ] as const)
    for (const [name, value] of Object.entries(theme))
      expect([name, long(new RegExp(`--${name}: (#[0-9a-f]+);`).exec(rules)?.[1] ?? "")]).toEqual([
        name,
        value,
      ]);
});

test("a logo for the dark theme is shown there, and is replaced and deleted alone", async () => {
  const { logos } = daymark.administrator.settings;
  const upload = (kind: "logo" | "darkLogo") =>
    answer(logos.$post({ json: { data: dataURL(onePixelPNG), kind } }));
  const dark = await upload("darkLogo");
  expect((await readPage()).querySelector(".name picture, .name img")).toBeNull();
  const { id } = await upload("logo");
  const logo = async () => (await readPage("/history")).querySelector(".name > :first-child");
  const picture = await logo();
  expect([picture?.localName, picture?.querySelector("img")?.getAttribute("src")]).toEqual([
    "picture",
    `/logos/${id}`,
  ]);
  expect(picture?.querySelector("source")?.getAttribute("media")).toBe("(prefers-color-scheme:dark)");
  expect(picture?.querySelector("source")?.getAttribute("srcset")).toBe(
    `/logos/${dark.id}, /logos/${dark.id}@2x 2x`,
  );
  expect((await daymark.fetch(`/logos/${dark.id}@2x`)).status).toBe(200);
  const newer = await upload("darkLogo");
  expect((await daymark.fetch(`/logos/${dark.id}`)).status).toBe(404);
  expect((await daymark.fetch(`/logos/${id}`)).status).toBe(200);
  await logos[":logoID"].$delete({ param: { logoID: newer.id } });
  expect(await answer(daymark.administrator.settings.$get())).toMatchObject({ logoID: id, darkLogoID: "" });
  expect((await logo())?.localName).toBe("img");
});

test("an uploaded icon is the browser's icon while all is well, and the state's icon takes its place otherwise", async () => {
  const instance = await startDaymark();
  onTestFinished(() => instance.stop());
  const icon = async (path: string) => {
    const page = parseHTML(await (await instance.fetch(path)).text());
    return page.querySelector("link[rel=icon]")?.getAttribute("href");
  };
  expect(await icon("/history")).toBe("/static/favicon.svg");
  const json = { data: dataURL(onePixelPNG), kind: "favicon" } as const;
  const { id } = await answer(instance.administrator.settings.logos.$post({ json }));
  expect(await answer(instance.administrator.settings.$get())).toMatchObject({ faviconID: id, logoID: "" });
  await makeComponent(instance);
  for (const path of ["/", "/history", "/nothing"]) expect(await icon(path)).toBe(`/logos/${id}`);
  await makeIncident(instance);
  expect(await icon("/")).toMatch(/^data:image\/svg\+xml/);
});
