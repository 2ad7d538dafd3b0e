import type { Locator, Page } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { answer } from "../../../tools/demo/client.ts";
import { waitForScript } from "../../support/browser/wait-for-script.ts";
import { type Product, startProduct } from "../../support/starters/product.ts";

// The strip of days below each component can be read by mouse, touch and keyboard, and its days lead to incidents.

let product: Product;
let incidentPath = "";
let apiID = "";
beforeAll(async () => {
  product = await startProduct();
  const { componentID } = await answer(product.api.components.$post({ json: { name: "API" } }));
  await answer(product.api.components.$post({ json: { name: "Website" } }));
  const { groupID } = await answer(product.api.groups.$post({ json: { name: "Backend" } }));
  await answer(product.api.components.$post({ json: { name: "Database", groupID } }));
  const components = [{ componentID, status: "Major Outage" } as const];
  const json = { name: "Writes fail", status: "Investigating", components } as const;
  const { incidentID } = await answer(product.api.incidents.$post({ json }));
  incidentPath = `/incidents/${incidentID}`;
  apiID = componentID;
});
afterEach(() => product.closePages());

const stripOf = (page: Page, component: string) =>
  page
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: component }) })
    .locator(".strip");

const drawingOf = (page: Page, component: string) => stripOf(page, component).locator("svg");

/** Moves the mouse to a day, or taps it with `touch`. Day 0 is the oldest. */
async function pointAt(
  page: Page,
  component: string,
  day: number,
  input: "mouse" | "touch" = "mouse",
): Promise<void> {
  const drawing = drawingOf(page, component);
  await drawing.evaluate((element) => element.scrollIntoView({ block: "center", inline: "nearest" }));
  const box = await drawing.boundingBox();
  if (!box) throw new Error("There is no strip to point at.");
  const x = box.x + ((day + 0.4) / 90) * box.width;
  const y = box.y + box.height / 2;
  await (input === "touch" ? page.touchscreen.tap(x, y) : page.mouse.move(x, y));
}

const linkTo = (page: Page, component: string) =>
  page.getByRole("heading", { name: component }).getByRole("link");

async function openWithScript(options = {}, path = "/"): Promise<Page> {
  const page = await product.revisit(path, options);
  await waitForScript(page);
  return page;
}

const cardOf = (page: Page) => page.locator(".day-card");
const incidentLink = (page: Page) => cardOf(page).getByRole("link", { name: "Writes fail" });

/** Returns the text of the card, or without script the texts of the list that are not clipped. */
async function visibleDayTexts(page: Page): Promise<string[]> {
  return page
    .locator(".strip li, .day-card > p")
    .evaluateAll((days) =>
      days
        .filter((day) =>
          [day, day.parentElement ?? day].every((each) => getComputedStyle(each).clipPath === "none"),
        )
        .map((day) => `${day.textContent}`),
    );
}

const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement);
const outageToday = expect.stringMatching(/^\w{3} \d\d, \d{4}: Major Outage/);
const notCounted = expect.stringMatching(/^Not counted before/);

test("a strip is one tab stop, and the arrow keys move from day to day", async () => {
  const page = await openWithScript();
  const api = drawingOf(page, "API");
  await linkTo(page, "API").focus();
  await page.keyboard.press("Tab");
  await expect.poll(() => visibleDayTexts(page)).toEqual([outageToday]);
  expect(await isFocused(api)).toBe(true);
  const today = await visibleDayTexts(page);
  await incidentLink(page).waitFor();
  expect(await api.getAttribute("aria-valuetext")).toBe(`${today[0]}. Writes fail`);

  await page.keyboard.press("ArrowLeft");
  expect(await visibleDayTexts(page)).toEqual([notCounted]);
  expect(await api.getAttribute("aria-valuetext")).toEqual(notCounted);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  expect(await visibleDayTexts(page)).toEqual(today);
  await page.keyboard.press("Home");
  expect(await api.getAttribute("aria-valuenow")).toBe("0");
  await page.keyboard.press("End");
  expect(await visibleDayTexts(page)).toEqual(today);

  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Tab");
  expect(await isFocused(linkTo(page, "Website"))).toBe(true);
  await expect.poll(() => visibleDayTexts(page)).toEqual([]);
  await page.keyboard.press("Shift+Tab");
  expect(await isFocused(api)).toBe(true);
  expect(await api.getAttribute("aria-valuenow")).toBe("88");
});

test("a screen reader gets a strip as one slider, and a list of the days with an outage", async () => {
  const page = await openWithScript();
  const name = "API, Last 90 days: not fully operational on 1 day";
  expect(await page.getByRole("slider", { name }).count()).toBe(1);
  expect(await stripOf(page, "API").getByRole("listitem").allTextContents()).toEqual([outageToday]);
  expect(await stripOf(page, "Website").getByRole("list").count()).toBe(0);
});

test("in a right-to-left language, too, arrow keys and the mouse follow time from left to right", async () => {
  const page = await openWithScript({}, "/?lang=ar");
  const api = drawingOf(page, "API");
  await api.focus();
  await expect.poll(() => visibleDayTexts(page)).toHaveLength(1);
  await page.keyboard.press("ArrowLeft");
  expect(await api.getAttribute("aria-valuenow")).toBe("88");
  const today = await stripOf(page, "API").getByRole("listitem").textContent();
  await pointAt(page, "API", 89);
  expect(await visibleDayTexts(page)).toEqual([today]);
  expect(await incidentLink(page).getAttribute("href")).toBe(`${incidentPath}?lang=ar`);
});

test("every day can be read by mouse, and its text hides when the pointer leaves", async () => {
  const page = await openWithScript();
  await pointAt(page, "API", 10);
  await expect.poll(() => visibleDayTexts(page)).toEqual([notCounted]);
  await pointAt(page, "Website", 89);
  expect(await visibleDayTexts(page)).toEqual([expect.stringMatching(/^\w{3} \d\d, \d{4}: Operational$/)]);
  await page.mouse.move(0, 0);
  expect(await visibleDayTexts(page)).toEqual([]);
});

test.for([true, false])(
  "a day's text is below its strip and stays while the pointer moves onto it, with JavaScript (%s)",
  async (javaScriptEnabled) => {
    const page = javaScriptEnabled ? await openWithScript() : await product.visit("/", { javaScriptEnabled });
    const day = javaScriptEnabled ? cardOf(page) : stripOf(page, "API").getByRole("listitem");
    await pointAt(page, "API", 89);
    await day.waitFor();
    const text = await visibleDayTexts(page);
    expect(text).toEqual([outageToday]);
    const box = await drawingOf(page, "API").boundingBox();
    const tooltip = await day.boundingBox();
    if (!box || !tooltip) throw new Error("There is nothing to point at.");
    expect(tooltip.y).toBeGreaterThanOrEqual(box.y + box.height);
    // The pointer moves down into the tooltip, pixel by pixel.
    const x = box.x + (89.4 / 90) * box.width;
    for (let y = box.y + box.height / 2; y < tooltip.y + tooltip.height / 2; y++) {
      await page.mouse.move(x, y);
      expect(await visibleDayTexts(page)).toEqual(text);
    }
  },
);

test("a day names its incidents, and a click on one of them leads to its page", async () => {
  const page = await openWithScript();
  await pointAt(page, "API", 88);
  await expect.poll(() => visibleDayTexts(page)).toEqual([notCounted]);
  await pointAt(page, "API", 89);
  await incidentLink(page).waitFor();
  await pointAt(page, "API", 88);
  expect(await cardOf(page).getByRole("link").count()).toBe(0);
  await pointAt(page, "API", 89);
  await incidentLink(page).click();
  await page.waitForURL(`**${incidentPath}`);
});

test("a component's own page names the incidents of a day, too", async () => {
  const page = await openWithScript();
  await linkTo(page, "API").click();
  await page.getByRole("heading", { name: "Last 12 months" }).waitFor();
  await waitForScript(page);
  const drawing = page.locator(".year .strip > svg").first();
  await drawing.focus();
  await page.keyboard.press("End");
  await incidentLink(page).waitFor();
  expect(await visibleDayTexts(page)).toEqual([outageToday]);
});

test("Tab leads from a day to its incidents, and Escape back", async () => {
  const page = await openWithScript();
  const api = drawingOf(page, "API");
  await api.focus();
  await incidentLink(page).waitFor();
  await page.keyboard.press("Tab");
  expect(await isFocused(incidentLink(page))).toBe(true);
  // The card stays while the mouse moves elsewhere.
  await page.mouse.move(3, 3);
  await page.mouse.move(0, 0);
  await page.keyboard.press("Escape");
  expect(await visibleDayTexts(page)).toEqual([]);
  expect(await isFocused(api)).toBe(true);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowRight");
  expect(await visibleDayTexts(page)).toEqual([outageToday]);
});

test("Enter or a click on a bar leads to the day's incident, or to that day of the component if it has several", async () => {
  const page = await openWithScript();
  await drawingOf(page, "API").focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(`**${incidentPath}`);
  await page.goBack();
  await waitForScript(page);
  await pointAt(page, "API", 89);
  await page.mouse.down();
  await page.mouse.up();
  await page.waitForURL(`**${incidentPath}`);

  const { api } = product;
  const components = [{ componentID: apiID, status: "Major Outage" } as const];
  const other = { name: "Reads fail", status: "Investigating", components } as const;
  const { incidentID } = await answer(api.incidents.$post({ json: other }));
  await page.goBack();
  await waitForScript(page);
  await pointAt(page, "API", 89);
  await page.mouse.down();
  await page.mouse.up();
  await page.waitForURL(`**/components/${apiID}#day-*`);
  await page.locator(":target").getByText("Major Outage").waitFor();
  await api.incidents[":incidentID"].$delete({ param: { incidentID } });
});

test("a group's bar says its day and status, a click on an outage leads to that day, and one beside it unfolds the group", async () => {
  const { api } = product;
  const { groupID } = await answer(api.groups.$post({ json: { name: "Storage" } }));
  const { componentID } = await answer(api.components.$post({ json: { name: "Disks", groupID } }));
  const setStatus = (status: "Major Outage" | "Operational") =>
    answer(api.components[":componentID"].$patch({ param: { componentID }, json: { status } }));
  await setStatus("Major Outage");
  await setStatus("Operational");
  const page = await openWithScript();
  const group = page.locator(`[id="${groupID}"]`);
  const strip = group.locator(".plain-strip");
  const { width = 0 } = (await strip.boundingBox()) ?? {};
  await strip.hover({ position: { x: width - 2, y: 2 } });
  await expect.poll(() => visibleDayTexts(page)).toEqual([outageToday]);
  await strip.hover({ position: { x: width / 2, y: 2 } });
  await expect.poll(() => visibleDayTexts(page)).toEqual([notCounted]);
  await strip.click({ position: { x: width / 2, y: 2 } });
  await expect.poll(() => group.locator("details").getAttribute("open")).toBe("");
  await strip.click({ position: { x: width - 2, y: 12 } });
  await page.waitForURL(`**/groups/${groupID}#day-*`);
  await page.locator(":target").getByText("Major Outage").waitFor();
  await api.groups[":groupID"].$delete({ param: { groupID } });
  await api.components[":componentID"].$delete({ param: { componentID } });
});

test("Enter on a bar leads nowhere if another day is chosen before the incidents are known", async () => {
  const page = await openWithScript();
  await page.evaluate(() => navigation.addEventListener("navigate", () => document.body.remove()));
  const { promise: isKnown, resolve: answerRequest } = Promise.withResolvers<void>();
  await page.route("**/notices.json", async (route) => {
    await isKnown;
    await route.continue();
  });
  await drawingOf(page, "API").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowLeft");
  await pointAt(page, "API", 89);
  answerRequest();
  await incidentLink(page).waitFor();
  await linkTo(page, "API").waitFor();
});

test("the text of a day is centered below its bar, within the row", async () => {
  const page = await openWithScript({ viewport: { width: 1440, height: 900 } });
  for (const day of [0, 30, 89]) {
    await pointAt(page, "API", day);
    await cardOf(page).waitFor();
    const [strip, card] = await Promise.all([stripOf(page, "API").boundingBox(), cardOf(page).boundingBox()]);
    if (!strip || !card) throw new Error("There is nothing to measure.");
    const middle = strip.x + ((day + 0.5) / 90) * strip.width;
    expect(Math.abs(card.x + card.width / 2 - middle), `${day}`).toBeLessThan(3);
  }
});

test("Escape hides the text of the day that the mouse is on, until the mouse leaves", async () => {
  const page = await openWithScript();
  await pointAt(page, "API", 89);
  await cardOf(page).waitFor();
  expect(await visibleDayTexts(page)).toEqual([outageToday]);
  await page.keyboard.press("Escape");
  expect(await visibleDayTexts(page)).toEqual([]);
  await pointAt(page, "API", 89);
  expect(await visibleDayTexts(page)).toEqual([]);
  await page.mouse.move(0, 0);
  await pointAt(page, "API", 89);
  expect(await visibleDayTexts(page)).toEqual([outageToday]);
});

const phone = { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } };

test("a tap shows a day, a tap on its incident follows it, and a tap elsewhere closes it", async () => {
  const page = await openWithScript(phone);
  await pointAt(page, "API", 89, "touch");
  await expect.poll(() => visibleDayTexts(page)).toEqual([outageToday]);
  await pointAt(page, "API", 70, "touch");
  await expect.poll(() => visibleDayTexts(page)).toEqual([notCounted]);
  await page.getByRole("heading", { level: 1 }).tap();
  await expect.poll(() => visibleDayTexts(page)).toEqual([]);
  await pointAt(page, "API", 89, "touch");
  await incidentLink(page).tap();
  await page.waitForURL(`**${incidentPath}`);
});

test.for(["/", "/?lang=ar", "/?days=30"])(
  "on a phone, each strip of %s draws all the days that its percentage counts, as its group does",
  async (path) => {
    const page = await openWithScript(phone, path);
    const hiddenPx = await page.locator(".strip").evaluateAll((strips) =>
      strips.map((strip) => {
        const drawn = strip.querySelector("svg")?.getBoundingClientRect() ?? new DOMRect();
        const { left, right } = strip.getBoundingClientRect();
        return Math.max(left - drawn.left, drawn.right - right);
      }),
    );
    expect(hiddenPx).toHaveLength(4);
    // The gap after the last day lies outside the strip, with up to 2 px.
    expect(Math.max(...hiddenPx)).toBeLessThanOrEqual(2);
    await page.locator(".strip:not(.plain-strip) > svg").first().focus();
    await expect.poll(() => visibleDayTexts(page)).toHaveLength(1);
    await page.keyboard.press("Home");
    const card = await cardOf(page).boundingBox();
    expect(card?.x).toBeGreaterThanOrEqual(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  },
);

test("a tap beside a day with an outage shows that day, and a mouse the one it points at", async () => {
  const page = await openWithScript(phone);
  await pointAt(page, "API", 87, "touch");
  await expect.poll(() => visibleDayTexts(page)).toEqual([outageToday]);
  await pointAt(page, "API", 83, "touch");
  await expect.poll(() => visibleDayTexts(page)).toEqual([notCounted]);
  await pointAt(page, "API", 87);
  await page.mouse.down();
  await page.mouse.up();
  expect(await drawingOf(page, "API").getAttribute("aria-valuenow")).toBe("87");
});

test("without JavaScript, days with an outage are tab stops and show their text", async () => {
  for (const viewport of [phone.viewport, { width: 1280, height: 800 }]) {
    const page = await product.visit("/", { javaScriptEnabled: false, viewport });
    await linkTo(page, "API").focus();
    await page.keyboard.press("Tab");
    expect(await visibleDayTexts(page)).toEqual([outageToday]);
    await page.keyboard.press("Tab");
    expect(await isFocused(linkTo(page, "Website"))).toBe(true);
    expect(await visibleDayTexts(page)).toEqual([]);
    await pointAt(page, "Website", 89);
    expect(await visibleDayTexts(page)).toEqual([]);
  }
});

test("without the code for strips, a strip shows its texts as without script", async () => {
  const page = await product.revisit();
  await page.route("**/static/day-reader.js", (route) => route.abort());
  await pointAt(page, "API", 89);
  await expect.poll(() => visibleDayTexts(page)).toEqual([outageToday]);
});
