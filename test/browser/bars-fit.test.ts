import type { Browser } from "playwright-core";
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
        const days = [...document.querySelectorAll<HTMLElement>(".bars > li")];
        const told = days.map((day) => {
          day.tabIndex = -1; // as the page's script has it
          day.focus({ preventScroll: true });
          const { left, right, width } = day.querySelector("b")?.getBoundingClientRect() ?? new DOMRect();
          const scrolls = document.documentElement.scrollWidth > innerWidth;
          return { text: `${day.textContent}`, left, right, width, scrolls };
        });
        return {
          count: told.filter(({ width }) => width > 20).length,
          outside: told.filter(({ left, right, scrolls }) => left < 0 || right > innerWidth || scrolls),
        };
      });
      expect(outside, `${path} in ${language}`).toEqual({ count: expect.any(Number), outside: [] });
      expect(outside.count).toBeGreaterThanOrEqual(path === "/?days=30" ? 30 : 60);
    }
  }
});

test("in a long list every bar can be seen, as far from the next as from the one before", async () => {
  for (let more = 0; more < 15; more++) await makeComponent(daymark, { name: `Component ${more}` });
  const context = await newProfile(browser);
  const page = await context.newPage();
  await page.goto(daymark.url);
  for (const width of [320, 768, 800, 1023, 1024, 1279, 1280, 1440]) {
    await page.setViewportSize({ width, height: 640 });
    const [strip, ...days] = await page.evaluate(() => {
      const strip = document.querySelector(".many .bars");
      return [strip, ...(strip?.children ?? [])].map(
        (part) => part?.getBoundingClientRect().toJSON() as DOMRect,
      );
    });
    const gaps = days.slice(1).map(({ left }, before) => left - (days[before]?.right ?? 0));
    expect(days).toHaveLength(90);
    expect(Math.min(...days.map(({ width }) => width)), `${width}`).toBeGreaterThan(1);
    expect([1, 2], `${width}`).toContain(Number(gaps[0]?.toFixed(1)));
    expect(new Set(gaps.map((gap) => gap.toFixed(1))).size, `${width}`).toBe(1);
    expect(days.at(-1)?.right, `${width}`).toBeLessThanOrEqual((strip?.right ?? 0) + 0.5);
  }
});
