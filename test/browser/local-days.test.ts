import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { answer } from "../../tools/demo/client.ts";
import { formatDay } from "../../web/status/views/time-format.ts";
import { DAY_MS } from "../../worker/time/domain.ts";
import { type Product, startProduct } from "../support/product.ts";

// Past incidents under the days of whoever reads them.

let product: Product;
let today = "";
/** Holds the name of an incident, and when it began and was resolved, as ISO 8601. */
const happened: { name: string; moments: string[] }[] = [];
const quiet = "No incidents reported.";

/** Counts UTC days back from today, and takes a time in UTC. */
const at = (back: number, time: string) =>
  `${new Date(Date.parse(today) - back * DAY_MS).toISOString().slice(0, 10)}T${time}Z`;

beforeAll(async () => {
  product = await startProduct();
  await answer(product.api.components.$post({ json: { name: "API" } }));
  today = new Date().toISOString().slice(0, 10);
  await report("Late yesterday", at(1, "23:30"));
  await report("Early yesterday", at(1, "00:30"));
  await report("Late on the 3rd day", at(3, "23:30"));
  await report("Early on the 3rd day", at(3, "00:30"));
  await report("Early on the first day", at(13, "00:30"));
  await report("Late before the first day", at(14, "23:30"));
  await report("At noon before the first day", at(14, "12:00"));
  await report("Early before the first day", at(14, "00:30"));
  await report("A long one", at(20, "12:00"), at(12, "23:30"));
  await report("One that ended before", at(20, "11:00"), at(14, "23:30"));
});
afterEach(() => product.closePages());
afterAll(() => product?.stop());

async function report(name: string, began: string, resolved = began): Promise<void> {
  const status = resolved === began ? "Resolved" : "Investigating";
  const { incidentID } = await answer(
    product.api.incidents.$post({ json: { name, status, createdAt: began, message: "We know." } }),
  );
  happened.push({ name, moments: [began, resolved] });
  if (resolved === began) return;
  const incident = product.api.incidents[":incidentID"];
  const { incidentUpdates } = await answer(
    incident.$patch({ param: { incidentID }, json: { status: "Resolved" } }),
  );
  const param = { incidentID, incidentUpdateID: incidentUpdates[0]?.incidentUpdateID ?? "" };
  const update = incident.incidentupdates[":incidentUpdateID"];
  await answer(update.$patch({ param, json: { createdAt: resolved } }));
}

/** The calendar day of a moment, as in 2026-01-31. */
function dayIn(timeZone: string, moment: string): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone }).format(new Date(moment));
}

/** Works out what a list of 14 days shows in a time zone: newest first, each day with its incidents or the note that it has none. */
function expectedIn(timeZone: string, now: string) {
  const newest = Date.parse(dayIn(timeZone, now));
  const days = Array.from({ length: 14 }, (_, back) =>
    new Date(newest - back * DAY_MS).toISOString().slice(0, 10),
  );
  const dayOf = (moments: string[]) =>
    moments.map((moment) => dayIn(timeZone, moment)).find((day) => days.includes(day));
  const newestFirst = happened.toSorted((one, other) => `${other.moments}`.localeCompare(`${one.moments}`));
  return days.map((day) => {
    const names = newestFirst.filter(({ moments }) => dayOf(moments) === day).map(({ name }) => name);
    return { day, id: `day-${day}`, label: formatDay(day, "en"), told: names.length > 0 ? names : [quiet] };
  });
}

const shownOn = (page: Page) =>
  page.locator(".day:visible").evaluateAll((days) =>
    days.map((day) => {
      const heading = day.querySelector("h3");
      return {
        day: day.querySelector("time")?.getAttribute("datetime"),
        id: day.getAttribute("aria-labelledby") === heading?.id && heading?.id,
        label: heading?.textContent,
        told: [...day.querySelectorAll("h4, p.empty, p.rest")].map((part) => part.textContent),
      };
    }),
  );

/** At a moment of the visitor's clock. */
async function visit(timezoneId: string, now: string, path = "/"): Promise<Page> {
  const page = await product.visit("/api/health", { timezoneId });
  await page.clock.setFixedTime(now);
  await page.goto(product.statusPage + path);
  await page.locator("[data-announced]").waitFor({ state: "attached" });
  return page;
}

const zones = ["UTC", "America/Los_Angeles", "Asia/Kolkata", "Pacific/Kiritimati", "Pacific/Pago_Pago"];

test.for(zones.flatMap((zone) => ["00:15", "12:00", "23:45"].map((time) => [zone, time] as const)))(
  "in %s the days are the visitor's at %s UTC, and no incident is lost or shown twice",
  async ([zone, time]) => {
    const now = at(0, time);
    const page = await visit(zone, now);
    expect(await shownOn(page)).toEqual(expectedIn(zone, now));
    const ids = await page.locator("[id]").evaluateAll((all) => all.map(({ id }) => id));
    expect(ids).toHaveLength(new Set(ids).size);
    if (zone !== "UTC") await page.getByText("bars and months in UTC.").waitFor();
  },
);

test("a clock that is days off neither loses an incident nor speaks of days that the page knows nothing of", async () => {
  const slow = await visit("Asia/Kolkata", at(5, "12:00"));
  expect(await shownOn(slow)).toEqual(expectedIn("Asia/Kolkata", at(0, "00:00")));
  const fast = await visit("America/Los_Angeles", at(-5, "12:00"));
  expect(await shownOn(fast)).toEqual(expectedIn("America/Los_Angeles", at(0, "23:59")));
});

test.for([
  ["America/Los_Angeles", 6],
  ["Asia/Kolkata", 5],
] as const)("in %s a day that a cut list may have more of leads to the history", async ([zone, back]) => {
  const page = await product.visit("/api/health", { timezoneId: zone });
  await page.clock.setFixedTime(at(0, "12:00"));
  await page.route(`${product.statusPage}/`, async (route) => {
    const response = await route.fetch();
    // The page says so where the list is cut within the 6th day.
    const cut = `data-cut="${at(6, "23:59")}" data-none=`;
    await route.fulfill({ response, body: (await response.text()).replace("data-none=", cut) });
  });
  await page.goto(product.statusPage);
  await page.locator("[data-announced]").waitFor({ state: "attached" });
  const shown = await shownOn(page);
  const more = shown.filter(({ told }) => told.includes("Whole history")).map(({ day }) => day);
  expect(more).toEqual(shown.map(({ day }) => day).filter((day) => `${day}` <= at(back, "").slice(0, 10)));
  expect(shown.filter(({ day, told }) => more.includes(day) && told.includes(quiet))).toEqual([]);
});

test("without script the days are in UTC", async () => {
  const options = { timezoneId: "Asia/Kolkata", javaScriptEnabled: false };
  const page = await product.visit("/", options);
  expect(await shownOn(page)).toEqual(expectedIn("UTC", at(0, "12:00")));
  await page.getByText("A bar shows the worst status of a day in UTC.").waitFor();
});

test("no frame shows another day's incident, and nothing jumps, where the network stops within the list", async () => {
  const zone = "America/Los_Angeles";
  const whole = await (await fetch(product.statusPage)).text();
  const half = whole.indexOf("Early on the 3rd day</bdi>");
  expect(half).toBeGreaterThan(0);
  const wanted = Promise.withResolvers<void>();
  const slow = createServer(async (_, response) => {
    response.setHeader("Content-Type", "text/html");
    response.write(whole.slice(0, half));
    await wanted.promise;
    response.end(whole.slice(half));
  });
  await new Promise<void>((resolve) => slow.listen(0, resolve));
  const { port } = slow.address() as AddressInfo; // TCP: never a string

  const page = await product.visit("/api/health", { timezoneId: zone });
  await page.addInitScript(() => {
    const painted = new Set<string>();
    const seen = { painted, frames: 0, shift: 0 };
    Object.assign(window, { seen: () => ({ ...seen, painted: [...painted] }) });
    const look = () => {
      seen.frames++;
      const days = [...document.querySelectorAll(".day")].filter((day) => day.checkVisibility());
      painted.add(days.map((day) => day.textContent).join("\n"));
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries() as (PerformanceEntry & { value: number })[])
        seen.shift += value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  const seen = () =>
    page.evaluate(() =>
      (window as unknown as { seen: () => { painted: string[]; frames: number; shift: number } }).seen(),
    );
  await page.goto(`http://localhost:${port}/`, { waitUntil: "commit" });
  await page.getByRole("heading", { name: "Last 14 days" }).waitFor();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect.poll(async () => (await seen()).frames).toBeGreaterThan(3);
  wanted.resolve();
  await page.getByText("Times and days are in your time zone").waitFor();
  const { frames } = await seen();
  await expect.poll(async () => (await seen()).frames).toBeGreaterThan(frames + 2);
  const { painted, shift } = await seen();
  const last = await page
    .locator(".day")
    .evaluateAll((days) => days.map((day) => day.textContent).join("\n"));
  expect(painted.filter(Boolean)).toEqual([last]);
  expect(shift).toBe(0);
  expect(await shownOn(page)).toEqual(expectedIn(zone, new Date().toISOString()));
  slow.close();
});

test("news and the visitor's midnight change the days, and take neither focus nor place", async () => {
  const zone = "Asia/Kolkata";
  const page = await product.visit("/api/health", { timezoneId: zone });
  await page.clock.install({ time: at(0, "17:59") });
  await page.clock.pauseAt(at(0, "18:00"));
  await page.goto(product.statusPage);
  await page.locator("[data-announced]").waitFor({ state: "attached" });
  expect(await shownOn(page)).toEqual(expectedIn(zone, at(0, "18:00")));
  const link = page.getByRole("link", { name: "Early on the 3rd day" });
  await link.focus();
  await page.evaluate(() => document.activeElement?.scrollIntoView({ block: "center" }));
  const top = () => link.evaluate((element) => element.getBoundingClientRect().top);
  const isFocused = () => link.evaluate((element) => element === document.activeElement);
  const before = await top();
  const moved = async () => Math.abs((await top()) - before);
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);

  await report("Today for some", at(1, "20:00"));
  await expect
    .poll(async () => {
      await page.clock.runFor(15_000);
      return page.locator(".day").getByRole("heading", { name: "Today for some" }).count();
    })
    .toBe(1);
  expect(await shownOn(page)).toEqual(expectedIn(zone, at(0, "18:29")));
  expect(await isFocused()).toBe(true);
  await expect.poll(moved).toBeLessThanOrEqual(1); // browsers scroll by whole pixels

  // The visitor's next day begins, and nothing else has changed.
  await page.clock.fastForward("30:00");
  const tomorrow = expectedIn(zone, at(0, "18:31"));
  expect(tomorrow[0]?.told).toEqual([quiet]);
  await expect
    .poll(async () => {
      await page.clock.runFor(30_000);
      return shownOn(page);
    })
    .toEqual(tomorrow);
  expect(await isFocused()).toBe(true);
  await expect.poll(moved).toBeLessThanOrEqual(1); // browsers scroll by whole pixels
});
