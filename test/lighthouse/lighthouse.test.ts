import { afterAll, beforeAll, expect, test } from "vitest";
import { type Device, startLighthouse } from "../support/browser/lighthouse.ts";
import { startLighthousePages } from "../support/browser/lighthouse-pages.ts";

// The tests hold the causes of speed exactly: bytes, requests, and that nothing moves. `npm run bench` has the score of the speed,
// and `test/browser/` has the other pages, with axe in `page-accessibility.test.ts` and the rest in `demo.test.ts`.

let pages: Awaited<ReturnType<typeof startLighthousePages>>;
let lighthouse: Awaited<ReturnType<typeof startLighthouse>>;
beforeAll(async () => {
  pages = await startLighthousePages();
  lighthouse = await startLighthouse();
});
afterAll(async () => {
  await lighthouse?.stop();
  await pages?.stop();
});

test("a component's page scores 100 on a desktop, within 20,000 bytes and without moving", async () => {
  const urls = await pages.showDemo();
  await expectGoodPage(urls["component's page"], "desktop", 20_000);
});

test("the main page of 100 components in 20 groups does on a phone, within 30,000 bytes", async () => {
  const urls = await pages.showGroups();
  await expectGoodPage(urls["main page of 100 components in 20 groups"], "mobile", 30_000);
});

/** Expects 100 points for accessibility, best practices and SEO. */
async function expectGoodPage(url: string, device: Device, maxBytes: number) {
  const { failures, layoutShift, bytes, requests } = await lighthouse.audit(url, device);
  expect(failures).toEqual([]);
  expect(layoutShift).toBe(0);
  expect(bytes).toBeLessThanOrEqual(maxBytes);
  // The document, its script, and at most three graphs.
  expect(requests).toBeLessThanOrEqual(5);
}
