import { afterAll, beforeAll, expect, test } from "vitest";
import { startLighthouse } from "../support/browser/lighthouse.ts";
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

test.for([
  ["component's page", "desktop", 20_000],
  ["main page of 100 components in 20 groups", "mobile", 30_000],
] as const)(
  "the %s scores 100 for accessibility, best practices and SEO (%s), within %d bytes and without moving",
  async ([page, device, maxBytes]) => {
    const { failures, layoutShift, bytes, requests } = await lighthouse.audit(pages.urls[page], device);
    expect(failures).toEqual([]);
    expect(layoutShift).toBe(0);
    expect(bytes).toBeLessThanOrEqual(maxBytes);
    // The document, its script, and at most three graphs.
    expect(requests).toBeLessThanOrEqual(5);
  },
);
