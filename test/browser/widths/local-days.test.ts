import type { Page } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { answer } from "../../../tools/demo/client.ts";
import { formatDays, formatTime } from "../../../web/status/views/time-format.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { waitForScript } from "../../support/browser/wait-for-script.ts";
import { startPausingServer } from "../../support/starters/pausing-server.ts";
import { type Product, startProduct } from "../../support/starters/product.ts";

// Past incidents are grouped by day in the visitor's time zone.

let product: Product;
let today = "";
/** `startAndEnd` holds ISO 8601 times. */
const reportedIncidents: { name: string; startAndEnd: string[] }[] = [];
const noIncidents = "No incidents reported.";

/** Returns an ISO 8601 time. A negative `daysAgo` is in the future. */
const utcTime = (daysAgo: number, time: string) =>
  `${new Date(Date.parse(today) - daysAgo * DAY_MS).toISOString().slice(0, 10)}T${time}Z`;

beforeAll(async () => {
  product = await startProduct();
  await answer(product.api.components.$post({ json: { name: "API" } }));
  today = new Date().toISOString().slice(0, 10);
  await report("Late yesterday", utcTime(1, "23:30"));
  await report("Early yesterday", utcTime(1, "00:30"));
  await report("Late on the 3rd day", utcTime(3, "23:30"));
  await report("Early on the 3rd day", utcTime(3, "00:30"));
  await report("Early on the first day", utcTime(13, "00:30"));
  await report("Late before the first day", utcTime(14, "23:30"));
  await report("At noon before the first day", utcTime(14, "12:00"));
  await report("Early before the first day", utcTime(14, "00:30"));
  await report("A long one", utcTime(20, "12:00"), utcTime(12, "23:30"));
  await report("One that ended before", utcTime(20, "11:00"), utcTime(14, "23:30"));
});
afterEach(() => product.closePages());

async function report(name: string, startTime: string, endTime = startTime): Promise<void> {
  const status = endTime === startTime ? "Resolved" : "Investigating";
  const { incidentID } = await answer(
    product.api.incidents.$post({ json: { name, status, createdAt: startTime, message: "We know." } }),
  );
  reportedIncidents.push({ name, startAndEnd: [startTime, endTime] });
  if (endTime === startTime) return;
  const incident = product.api.incidents[":incidentID"];
  const { incidentUpdates } = await answer(
    incident.$patch({ param: { incidentID }, json: { status: "Resolved" } }),
  );
  const param = { incidentID, incidentUpdateID: incidentUpdates[0]?.incidentUpdateID ?? "" };
  const update = incident.incidentupdates[":incidentUpdateID"];
  await answer(update.$patch({ param, json: { createdAt: endTime } }));
}

/** Returns the calendar day, as in 2026-01-31. */
function dayIn(timeZone: string, time: string): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone }).format(new Date(time));
}

/** Returns the 14 days that the page must show: newest first, each with its incidents. Successive days without any are one row. */
function expectedIn(timeZone: string, now: string) {
  const newest = Date.parse(dayIn(timeZone, now));
  const days = Array.from({ length: 14 }, (_, daysAgo) =>
    new Date(newest - daysAgo * DAY_MS).toISOString().slice(0, 10),
  );
  const listedDayOf = (times: string[]) =>
    times.map((time) => dayIn(timeZone, time)).find((day) => days.includes(day));
  const newestFirst = reportedIncidents.toSorted((one, other) =>
    `${other.startAndEnd}`.localeCompare(`${one.startAndEnd}`),
  );
  const rows: { days: string[]; names: string[] }[] = [];
  for (const day of days) {
    const names = newestFirst
      .filter(({ startAndEnd }) => listedDayOf(startAndEnd) === day)
      .map(({ name }) => name);
    const last = rows.at(-1);
    if (last?.names.length === 0 && names.length === 0) last.days.push(day);
    else rows.push({ days: [day], names });
  }
  return rows.map(({ days: [newest = "", ...earlier], names }) => ({
    id: `day-${newest}`,
    label: withSpaces(formatDays(earlier.at(-1) ?? newest, newest, "en")),
    entries: names.length > 0 ? names : [noIncidents],
  }));
}

/** Node and Chromium write the range of two dates with different spaces. */
const withSpaces = (text: string) => text.replace(/\s/g, " ");

const visibleDays = (page: Page) =>
  page.locator(".day:visible").evaluateAll((days) =>
    days.map((day) => {
      const heading = day.querySelector("h3");
      return {
        id: day.getAttribute("aria-labelledby") === heading?.id && heading?.id,
        label: heading?.textContent.replace(/\s/g, " "),
        entries: [...day.querySelectorAll("h4, p.empty, div > p.more")].map((part) => part.textContent),
      };
    }),
  );

/** Opens the page with the visitor's clock set to `now`. */
async function visit(timezoneId: string, now: string): Promise<Page> {
  const page = await product.visit("/api/health", { timezoneId });
  await show(page, now);
  return page;
}

async function show(page: Page, now: string): Promise<void> {
  await page.clock.setFixedTime(now);
  await page.goto(product.statusPage);
  await waitForScript(page);
}

test.for(["UTC", "America/Los_Angeles", "Asia/Kolkata", "Pacific/Kiritimati", "Pacific/Pago_Pago"])(
  "in %s, early, at noon and late, days follow the visitor's time zone, and the page shows every incident once",
  async (zone) => {
    const page = await product.visit("/api/health", { timezoneId: zone });
    for (const time of ["00:15", "12:00", "23:45"]) {
      const now = utcTime(0, time);
      await show(page, now);
      expect([now, await visibleDays(page)]).toEqual([now, expectedIn(zone, now)]);
      const ids = await page.locator("[id]").evaluateAll((all) => all.map(({ id }) => id));
      expect(ids).toHaveLength(new Set(ids).size);
      if (zone !== "UTC") await page.getByText("Bars and months are UTC.").waitFor();
    }
  },
);

test("with a clock that is days off, the page shows every incident and no day outside its range", async () => {
  const slow = await visit("Asia/Kolkata", utcTime(5, "12:00"));
  expect(await visibleDays(slow)).toEqual(expectedIn("Asia/Kolkata", utcTime(0, "00:00")));
  const fast = await visit("America/Los_Angeles", utcTime(-5, "12:00"));
  expect(await visibleDays(fast)).toEqual(expectedIn("America/Los_Angeles", utcTime(0, "23:59")));
});

test.for([
  ["America/Los_Angeles", 6],
  ["Asia/Kolkata", 5],
] as const)("in %s a day that may be incomplete links to the history", async ([zone, daysAgo]) => {
  const page = await product.visit("/api/health", { timezoneId: zone });
  await page.clock.setFixedTime(utcTime(0, "12:00"));
  await page.route(`${product.statusPage}/`, async (route) => {
    const response = await route.fetch();
    // `data-cut` marks where the server truncated the list: here within the 6th day.
    const cut = `data-cut="${utcTime(6, "23:59")}" data-none=`;
    await route.fulfill({ response, body: (await response.text()).replace("data-none=", cut) });
  });
  await page.goto(product.statusPage);
  await waitForScript(page);
  const days = await visibleDays(page);
  const incompleteDays = days.filter(({ entries }) => entries.includes("Whole history")).map(({ id }) => id);
  const lastIncompleteDay = `day-${utcTime(daysAgo, "").slice(0, 10)}`;
  expect(incompleteDays).toHaveLength(14 - daysAgo);
  expect(incompleteDays).toEqual(days.map(({ id }) => id).filter((id) => `${id}` <= lastIncompleteDay));
  expect(
    days.filter(({ id, entries }) => incompleteDays.includes(id) && entries.includes(noIncidents)),
  ).toEqual([]);
});

test("without JavaScript the days are in UTC", async () => {
  const options = { timezoneId: "Asia/Kolkata", javaScriptEnabled: false };
  const page = await product.visit("/", options);
  expect(await visibleDays(page)).toEqual(expectedIn("UTC", utcTime(0, "12:00")));
  await page.getByText("How uptime is calculated").click();
  await page.getByText("Each bar is a UTC day's worst status.").waitFor();
});

test("while the page is still loading, no frame shows a wrong day and the layout doesn't shift", async () => {
  const zone = "America/Los_Angeles";
  const html = await (await fetch(product.statusPage)).text();
  const pauseAt = html.indexOf("Early on the 3rd day</h4>");
  expect(pauseAt).toBeGreaterThan(0);
  const server = await startPausingServer(html, pauseAt);

  const page = await product.visit("/api/health", { timezoneId: zone });
  await page.addInitScript(() => {
    const listTexts = new Set<string>();
    const recording = { frames: 0, layoutShift: 0 };
    Object.assign(window, { readRecording: () => ({ ...recording, listTexts: [...listTexts] }) });
    const recordFrame = () => {
      recording.frames++;
      const days = [...document.querySelectorAll(".day")].filter((day) => day.checkVisibility());
      listTexts.add(days.map((day) => day.textContent).join("\n"));
      requestAnimationFrame(recordFrame);
    };
    requestAnimationFrame(recordFrame);
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries() as (PerformanceEntry & { value: number })[])
        recording.layoutShift += value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  type Recording = { listTexts: string[]; frames: number; layoutShift: number };
  const readRecording = () =>
    page.evaluate(() => (window as unknown as { readRecording: () => Recording }).readRecording());
  await page.goto(server.url, { waitUntil: "commit" });
  await page.getByRole("heading", { name: "Last 14 days" }).waitFor();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect.poll(async () => (await readRecording()).frames).toBeGreaterThan(3);
  server.sendNext();
  await page.getByText("Times are yours").waitFor();
  const { frames } = await readRecording();
  await expect.poll(async () => (await readRecording()).frames).toBeGreaterThan(frames + 2);
  const { listTexts, layoutShift } = await readRecording();
  const finalText = await page
    .locator(".day")
    .evaluateAll((days) => days.map((day) => day.textContent).join("\n"));
  expect(listTexts.filter(Boolean)).toEqual([finalText]);
  expect(layoutShift).toBe(0);
  expect(await visibleDays(page)).toEqual(expectedIn(zone, new Date().toISOString()));
  await server.stop();
});

test("live updates and the visitor's midnight change the days and keep focus and scroll position", async () => {
  const zone = "Asia/Kolkata";
  // The incidents that come stand above what a window of this height shows.
  const viewport = { width: 1280, height: 200 };
  const page = await product.visit("/api/health", { timezoneId: zone, viewport });
  await page.clock.install({ time: utcTime(0, "17:59") });
  await page.clock.pauseAt(utcTime(0, "18:00"));
  await page.goto(product.statusPage);
  await waitForScript(page);
  expect(await visibleDays(page)).toEqual(expectedIn(zone, utcTime(0, "18:00")));
  const link = page.locator("summary").filter({ hasText: "Early on the 3rd day" });
  await link.focus();
  await page.evaluate(() => document.activeElement?.scrollIntoView({ block: "center" }));
  const top = () => link.evaluate((element) => element.getBoundingClientRect().top);
  const isFocused = () => link.evaluate((element) => element === document.activeElement);
  const oldTop = await top();
  const movedBy = async () => Math.abs((await top()) - oldTop);
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);

  await report("Today for some", utcTime(1, "20:00"));
  await expect
    .poll(async () => {
      await page.clock.runFor(15_000);
      return page.locator(".day").getByRole("heading", { name: "Today for some" }).count();
    })
    .toBe(1);
  expect(await visibleDays(page)).toEqual(expectedIn(zone, utcTime(0, "18:29")));
  expect(await isFocused()).toBe(true);
  await expect.poll(movedBy).toBeLessThanOrEqual(1); // Browsers scroll by whole pixels.

  // The visitor's next day begins while the server's content is unchanged.
  await page.clock.fastForward("30:00");
  const tomorrow = expectedIn(zone, utcTime(0, "18:31"));
  expect(tomorrow[0]?.entries).toEqual([noIncidents]);
  await expect
    .poll(async () => {
      await page.clock.runFor(30_000);
      return visibleDays(page);
    })
    .toEqual(tomorrow);
  expect(await isFocused()).toBe(true);
  await expect.poll(movedBy).toBeLessThanOrEqual(1); // Browsers scroll by whole pixels.
});

test("the newest update of a notice says how long ago it was, and keeps saying it", async () => {
  const json = { name: "Slow today", status: "Investigating", notifySubscribers: false } as const;
  const { incidentID, createdAt } = await answer(product.api.incidents.$post({ json }));
  const page = await product.visit("/api/health", { timezoneId: "Asia/Kolkata" });
  const at = Math.floor(Date.parse(createdAt) / MINUTE_MS) * MINUTE_MS;
  await page.clock.install({ time: at });
  await page.clock.pauseAt(at + 12 * MINUTE_MS);
  await page.goto(`${product.statusPage}/incidents/${incidentID}`);
  await waitForScript(page);
  const time = page.locator(".updates time");
  const absolute = formatTime(createdAt, "en", "Asia/Kolkata");
  expect(await time.textContent()).toBe(`12 min ago · ${absolute}`);
  await page.clock.runFor(MINUTE_MS);
  expect(await time.textContent()).toBe(`13 min ago · ${absolute}`);
  await page.clock.fastForward(2 * HOUR_MS);
  expect(await time.textContent()).toBe(`2 h ago · ${absolute}`);
  await page.clock.fastForward(46 * HOUR_MS);
  expect(await time.textContent()).toBe(`2 days ago · ${absolute}`);
  await page.goto(product.statusPage);
  await waitForScript(page);
  const status = page.locator(".open-notice", { hasText: "Slow today" }).locator(".status");
  const shown = await status.evaluate((element) => getComputedStyle(element, "::after").content);
  expect(shown).toContain("ongoing for 2 days");
  // Live updates announce the text of a status, which is without the age.
  expect(await status.textContent()).toBe("Investigating");
  await product.api.incidents[":incidentID"].$delete({ param: { incidentID } });
});
