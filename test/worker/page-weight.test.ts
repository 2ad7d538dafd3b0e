import { afterAll, expect, test } from "vitest";
import { type Daymark, startDaymark } from "../support/daymark.ts";
import { grow } from "../support/grown.ts";
import { document } from "../support/html.ts";

// A browser parses the main page uncompressed, so its elements and bytes are limited before compression.

const YEAR_DAYS = 365;

const started: Daymark[] = [];
afterAll(() => Promise.all(started.map((daymark) => daymark.stop())));

/** The main page of a service that has been in use for a year. */
async function mainPage(used: { components: number; incidents: number }) {
  const daymark = await startDaymark();
  started.push(daymark);
  await grow(daymark.db, { ...used, days: YEAR_DAYS, now: new Date().toISOString() });
  const html = await (await daymark.fetch("/")).text();
  return { bytes: Buffer.byteLength(html), page: document(html) };
}

test("a page of 8 components and a year of incidents has at most 1,000 elements", async () => {
  const { page } = await mainPage({ components: 8, incidents: 250 });
  expect(page.querySelectorAll(".component")).toHaveLength(8);
  expect(page.querySelectorAll(".notice").length).toBeGreaterThanOrEqual(9);
  expect(page.querySelectorAll("*").length).toBeLessThanOrEqual(1000);
});

test("a page of 100 components and 1,000 incidents has at most 3,000 elements and 200 kB of HTML", async () => {
  const { page, bytes } = await mainPage({ components: 100, incidents: 1000 });
  expect(page.querySelectorAll(".component")).toHaveLength(100);
  // Each of the last 14 days is shown to its end, the newest incidents in full.
  expect(page.querySelectorAll(".notice").length).toBeGreaterThanOrEqual(37);
  expect(page.querySelectorAll(".notice .updates").length).toBeGreaterThanOrEqual(10);
  expect(page.querySelector(".day .rest > a[href='/history']")).toBeNull();
  expect(page.querySelectorAll("*").length).toBeLessThanOrEqual(3000);
  expect(bytes).toBeLessThanOrEqual(200_000);
});
