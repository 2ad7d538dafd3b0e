import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { build } from "../../tools/build/build.ts";
import { launchChromium } from "../support/chromium.ts";
import { type Daymark, startDaymark } from "../support/daymark.ts";
import { makeComponent } from "../support/factories.ts";
import { closeProfiles, newProfile } from "../support/profile.ts";

// What a day says is inside the window, whichever day of whichever strip it is.

let daymark: Daymark;
let browser: Browser;
let componentID = "";
const twoYearsAgo = new Date(Date.now() - 2 * 365 * 86_400_000).toISOString();

beforeAll(async () => {
  await build(["worker"]);
  daymark = await startDaymark();
  ({ componentID } = await makeComponent(daymark, { name: "API" }));
  const { db } = daymark;
  const lasted = 86_400_000 / 3;
  const changes = ["Major Outage", "Partial Outage", "Degraded Performance"];
  // Every day the longest that there is to say.
  const days = Array.from({ length: 90 }, (_, day) => Date.now() - (90 - day) * 86_400_000);
  await db.batch([
    db.prepare("UPDATE components SET created_at = ?").bind(twoYearsAgo),
    db.prepare("UPDATE status_changes SET at = ?").bind(twoYearsAgo),
    ...days.flatMap((day) =>
      changes.map((status, part) =>
        db
          .prepare(
            "INSERT INTO status_changes (component_id, status, at, cause) VALUES (?, ?, ?, 'incident')",
          )
          .bind(componentID, status, new Date(day + part * lasted).toISOString()),
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

test.for([320, 360, 1280])("nothing that a day says leaves a window of %i pixels", async (width) => {
  const context = await newProfile(browser, { viewport: { width, height: 640 } });
  const page = await context.newPage();
  for (const path of ["/?days=30", "/?days=60", "/", `/components/${componentID}`]) {
    for (const language of ["en", "ar"]) {
      const address = new URL(path, daymark.url);
      address.searchParams.set("lang", language);
      await page.goto(address.href);
      const outside = await page.evaluate(() => {
        const days = [...document.querySelectorAll<HTMLElement>(".strip li")];
        const told = days.map((day) => {
          day.focus({ preventScroll: true });
          const { left, right, width } = day.getBoundingClientRect();
          const drawing =
            day.closest(".strip")?.querySelector("svg")?.getBoundingClientRect() ?? new DOMRect();
          const scrolls = document.documentElement.scrollWidth > innerWidth;
          const isOutside = left < drawing.left - 1 || right > drawing.right + 1 || scrolls; // as far as it rounds
          return { text: `${day.textContent}`, left, right, width, isOutside };
        });
        return {
          count: told.filter(({ width }) => width > 20).length,
          outside: told.filter(({ isOutside }) => isOutside),
        };
      });
      expect(outside, `${path} in ${language}`).toEqual({ count: expect.any(Number), outside: [] });
      expect(outside.count).toBeGreaterThanOrEqual(path === "/?days=30" ? 29 : 59);
    }
  }
});

test("in a long list every bar can be seen, as far from the next as from the one before", async () => {
  for (let more = 0; more < 15; more++) await makeComponent(daymark, { name: `Component ${more}` });
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
    // On the smallest screen a bar has less than two pixels.
    expect(Math.min(...bars), `${width}`).toBeGreaterThanOrEqual(width === 320 ? 1 : 2);
    expect([1, 2], `${width}`).toContain(gaps[0]);
    expect(new Set(gaps).size, `${width}`).toBe(1);
  }
});

/** Tells for each pixel of a line a little above the bottom of a picture whether a bar covers it. */
function pixelRow(page: Page, picture: Buffer): Promise<boolean[]> {
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
    context?.drawImage(image, 0, 0);
    const { data } = context?.getImageData(0, image.height - 5, image.width, 1) ?? { data: [] };
    return Array.from({ length: image.width }, (_, x) => (data[4 * x] ?? 255) < 160); // a bar's green has little red
  }, picture.toString("base64"));
}

/** The widths of what is drawn, and of the gaps between. */
function widthsOf(row: boolean[]) {
  const drawn = row
    .map((isBar) => (isBar ? "#" : " "))
    .join("")
    .trim();
  return {
    bars: (drawn.match(/#+/g) ?? []).map(({ length }) => length),
    gaps: (drawn.match(/ +/g) ?? []).map(({ length }) => length),
  };
}
