import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { build } from "../../../tools/build/build.ts";
import { buildFolderPath } from "../../../tools/build/stamps.ts";
import { DAY_MS } from "../../../worker/shared/time/domain.ts";
import { closeProfiles, newProfile } from "../../support/browser/browser-profile.ts";
import { launchChromium } from "../../support/browser/chromium.ts";
import { makeComponent } from "../../support/factories/factories.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";

// A day's tooltip never leaves the window, and the bars of a strip are always visible.

let daymark: Daymark;
let browser: Browser;
let componentID = "";
const twoYearsAgo = new Date(Date.now() - 2 * 365 * DAY_MS).toISOString();

beforeAll(async () => {
  await build(["worker", "status"]);
  daymark = await startDaymark({ build: "worker" });
  ({ componentID } = await makeComponent(daymark, { name: "API" }));
  const { db } = daymark;
  const outageMs = DAY_MS / 3;
  const outages = ["Major Outage", "Partial Outage", "Degraded Performance"];
  // Gives each day three outages, the longest text there is.
  const days = Array.from({ length: 90 }, (_, day) => Date.now() - (90 - day) * DAY_MS);
  await db.batch([
    db.prepare("UPDATE components SET created_at = ?").bind(twoYearsAgo),
    db.prepare("UPDATE status_changes SET at = ?").bind(twoYearsAgo),
    ...days.flatMap((day) =>
      outages.map((status, part) =>
        db
          .prepare(
            "INSERT INTO status_changes (component_id, status, at, cause) VALUES (?, ?, ?, 'incident')",
          )
          .bind(componentID, status, new Date(day + part * outageMs).toISOString()),
      ),
    ),
    db.prepare("UPDATE content_version SET version = version + 1"),
  ]);
  browser = await launchChromium();
});
afterAll(async () => {
  await closeProfiles(browser);
  await browser?.close();
  await daymark?.stop();
});

test.for([
  [320, true],
  [320, false],
  [360, true],
  [1280, true],
  [1280, false],
] as const)(
  "tooltips stay inside a window of %i pixels, with JavaScript %s",
  async ([width, javaScriptEnabled]) => {
    const context = await newProfile(browser, { viewport: { width, height: 640 }, javaScriptEnabled });
    const page = await context.newPage();
    await page.route("**/static/*.js", (route) =>
      route.fulfill({ path: join(buildFolderPath("status"), new URL(route.request().url()).pathname) }),
    );
    for (const [path, dayCount] of [
      ["/?days=30", 30],
      ["/?days=60", 60],
      ["/", 90],
      [`/components/${componentID}`, 90],
    ] as const) {
      for (const language of ["en", "ar"]) {
        const address = new URL(path, daymark.url);
        address.searchParams.set("lang", language);
        await page.goto(address.href);
        if (javaScriptEnabled) await loadDayReader(page);
        const measurement = await page.evaluate(measureTooltips);
        expect(measurement.overflowing, `${path} in ${language}`).toEqual([]);
        // Midnight can pass between filling the database and this.
        expect(measurement.visibleCount).toBeGreaterThanOrEqual(dayCount - 1);
      }
    }
  },
);

/** Loads the code that shows a day's tooltip. */
async function loadDayReader(page: Page): Promise<void> {
  await page.locator("[data-announced]").waitFor({ state: "attached" });
  await page.locator(".strip > svg").first().focus();
  await page.locator(".day-card").waitFor();
}

/** Shows the tooltip of each day with arrow keys, or with focus if JavaScript is off. */
function measureTooltips() {
  const tooltips = [...document.querySelectorAll<HTMLElement>(".strip")].flatMap((strip) => {
    const drawing = strip.querySelector<SVGSVGElement>("[role=slider]");
    drawing?.focus({ preventScroll: true });
    return [...strip.querySelectorAll("li")].map((day) => {
      const column = Number(day.className.replace(/\D/g, ""));
      const key = Number(drawing?.ariaValueNow) < column ? "ArrowRight" : "ArrowLeft";
      while (drawing && Number(drawing.ariaValueNow) !== column)
        drawing.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      if (!drawing) day.focus({ preventScroll: true });
      const shown = drawing ? document.querySelector(".day-card") : day;
      const { left, right, width } = shown?.getBoundingClientRect() ?? new DOMRect();
      const outer = (drawing ? strip.closest("li") : strip)?.getBoundingClientRect() ?? new DOMRect();
      const scrolls = document.documentElement.scrollWidth > document.documentElement.clientWidth;
      // Positions round to a pixel.
      const isOutside = left < outer.left - 1 || right > outer.right + 1 || scrolls;
      return { text: `${day.textContent}`, left, right, width, isOutside };
    });
  });
  return {
    visibleCount: tooltips.filter(({ width }) => width > 20).length,
    overflowing: tooltips.filter(({ isOutside }) => isOutside),
  };
}

test("in a long list bars are visible and evenly spaced", async () => {
  for (let n = 0; n < 15; n++) await makeComponent(daymark, { name: `Component ${n}` });
  await daymark.db.prepare("UPDATE components SET created_at = ?").bind(twoYearsAgo).run();
  await daymark.db.prepare("UPDATE content_version SET version = version + 1").run();
  const context = await newProfile(browser);
  const page = await context.newPage();
  await page.goto(daymark.url);
  for (const width of [320, 768, 800, 1023, 1024, 1279, 1280, 1440]) {
    await page.setViewportSize({ width, height: 640 });
    const strip = page.locator(".many .strip").last();
    const { bars, gaps } = widthsOf(await pixelRow(page, await strip.screenshot()));
    expect(bars, `${width}`).toHaveLength(90);
    expect(Math.min(...bars), `${width}`).toBeGreaterThanOrEqual(width === 320 ? 1 : 2);
    expect([1, 2], `${width}`).toContain(gaps[0]);
    expect(new Set(gaps).size, `${width}`).toBe(1);
  }
});

/** Returns whether each pixel in a row near the bottom belongs to a bar. */
function pixelRow(page: Page, screenshot: Buffer): Promise<boolean[]> {
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
    context?.drawImage(image, 0, 0);
    const { data } = context?.getImageData(0, image.height - 5, image.width, 1) ?? { data: [] };
    return Array.from({ length: image.width }, (_, x) => (data[4 * x] ?? 255) < 160); // The green of a bar has little red.
  }, screenshot.toString("base64"));
}

/** Returns the widths of the bars and of the gaps between them, in pixels. */
function widthsOf(row: boolean[]) {
  const pixels = row
    .map((isBar) => (isBar ? "#" : " "))
    .join("")
    .trim();
  return {
    bars: (pixels.match(/#+/g) ?? []).map(({ length }) => length),
    gaps: (pixels.match(/ +/g) ?? []).map(({ length }) => length),
  };
}
