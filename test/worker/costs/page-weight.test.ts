import { afterAll, expect, test } from "vitest";
import { fillHistory } from "../../support/factories/fill-history.ts";
import { parseHTML } from "../../support/readers/html.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";

// A browser parses the main page uncompressed, so its elements and bytes are limited before compression.

const YEAR_DAYS = 365;

const instances: Daymark[] = [];
afterAll(() => Promise.all(instances.map((daymark) => daymark.stop())));

/** Renders the main page of a service that has been in use for a year. */
async function renderMainPage(size: { components: number; incidents: number }) {
  const daymark = await startDaymark();
  instances.push(daymark);
  await fillHistory(daymark.db, { ...size, days: YEAR_DAYS, now: new Date().toISOString() });
  const html = await (await daymark.fetch("/")).text();
  return { bytes: Buffer.byteLength(html), page: parseHTML(html) };
}

test("a page with 8 components and a year of incidents has at most 1,000 elements", async () => {
  const { page } = await renderMainPage({ components: 8, incidents: 250 });
  expect(page.querySelectorAll(".component")).toHaveLength(8);
  expect(page.querySelectorAll(".notice").length).toBeGreaterThanOrEqual(9);
  expect(page.querySelectorAll("*").length).toBeLessThanOrEqual(1000);
});

test("a page with 100 components and 1,000 incidents has at most 3,000 elements and 200 kB of HTML", async () => {
  const { page, bytes } = await renderMainPage({ components: 100, incidents: 1000 });
  expect(page.querySelectorAll(".component")).toHaveLength(100);
  // The page has all incidents of the last 14 days, the newest ones with their updates.
  expect(page.querySelectorAll(".notice").length).toBeGreaterThanOrEqual(37);
  expect(page.querySelectorAll(".notice .updates").length).toBeGreaterThanOrEqual(10);
  expect(page.querySelector(".day .more > a[href='/history']")).toBeNull();
  expect(page.querySelectorAll("*").length).toBeLessThanOrEqual(3000);
  expect(bytes).toBeLessThanOrEqual(200_000);
});
