import type { Locator } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { answer } from "../../../tools/demo/client.ts";
import { MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { shareConsole } from "../../support/browser/shared-console.ts";
import { addComponents } from "../../support/factories/factories.ts";
import { type Product, startProduct } from "../../support/starters/product.ts";

const lists = [
  ["components", "/components"],
  ["incidents", "/incidents"],
  ["maintenances", "/maintenances"],
  ["metrics", "/metrics"],
  ["templates", "/settings?tab=templates"],
  ["rules", "/settings?tab=automation"],
  ["heartbeats", "/settings?tab=automation"],
] as const;
const nameIn = (kind: string) => `Object storage in ${kind}`;

let product: Product;
beforeAll(async () => {
  product = await startProduct();
  // Two lists are on one screen, which reads both when it is first opened.
  for (const [kind] of lists) await make[kind](nameIn(kind));
});

const options = { timezoneId: "America/Sao_Paulo" };
const openScreen = shareConsole(() => product, options);
const openTouchScreen = shareConsole(() => product, { ...options, hasTouch: true });

test.for(lists)(
  "the list of %s shows at least 12 characters of a name at every width",
  async ([kind, path]) => {
    const page = await openScreen(path);
    const text = page.getByRole("main").getByText(nameIn(kind), { exact: true }).last();
    for (const width of [360, 640, 768, 800, 1023, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const widthRatio = await text.evaluate(async (element, windowWidth) => {
        while (innerWidth !== windowWidth) await new Promise(requestAnimationFrame);
        const sample = document.createElement("span");
        sample.style.font = getComputedStyle(element).font;
        sample.textContent = "mmmmmmmmmmmm";
        document.body.append(sample);
        const neededWidth = sample.getBoundingClientRect().width;
        sample.remove();
        return (element.closest("p")?.getBoundingClientRect().width ?? 0) / neededWidth;
      }, width);
      expect(widthRatio, `${width} px`).toBeGreaterThanOrEqual(1);
    }
  },
);

const make = {
  components: (name: string) =>
    answer(product.api.components.$post({ json: { name, status: "Degraded Performance" } })),
  incidents: (name: string) =>
    answer(product.api.incidents.$post({ json: { name, status: "Investigating" } })),
  maintenances: (name: string) =>
    answer(
      product.api.maintenances.$post({
        json: {
          name,
          status: "Scheduled",
          startAt: "2030-01-01T10:00:00.000Z",
          endAt: "2030-01-01T12:00:00.000Z",
        },
      }),
    ),
  metrics: (title: string) => answer(product.api.metrics.$post({ json: { type: "Self", title } })),
  templates: (name: string) => answer(product.api.templates.$post({ json: { name, kind: "incident" } })),
  rules: (name: string) => answer(product.api["alert-rules"].$post({ json: { name } })),
  heartbeats: (name: string) => answer(product.api.heartbeats.$post({ json: { name, periodMinutes: 60 } })),
};

/**
 * Expects that nothing covers the corners of these controls, each of which it scrolls to. The layout follows a new window size only
 * in the next frame.
 */
async function expectUncovered(controls: Locator, message: string) {
  const covered = () =>
    controls.evaluateAll((elements) =>
      elements.flatMap((element) => {
        element.scrollIntoView({ block: "nearest" });
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const corners = [left + 4, right - 4].flatMap((x) =>
          [top + 4, bottom - 4].map((y) => [x, y] as const),
        );
        const isUncovered = corners.every(([x, y]) => element.contains(document.elementFromPoint(x, y)));
        return isUncovered ? [] : [element.ariaLabel ?? element.textContent];
      }),
    );
  await expect.poll(covered, { message }).toEqual([]);
}

test("the list of open incidents has room for the hover and focus of its last link", async () => {
  const page = await openScreen("/");
  await page.setViewportSize({ width: 1440, height: 900 });
  const incidents = page.getByRole("list", { name: "Open incidents" });
  await incidents.getByRole("link", { name: /^Resolve/ }).waitFor();
  expect(await incidents.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
});

test("the line of the overview about an unfinished restore fits on a phone", async () => {
  const overview = await answer(product.api.overview.$get());
  const restore = { endsAt: new Date(Date.now() + 40 * MINUTE_MS).toISOString() };
  const page = await openScreen("/users");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.route("**/api/overview*", (route) => route.fulfill({ json: { ...overview, restore } }));
  await page.reload();
  await page.getByRole("button", { name: /^Details/ }).click();
  const checks = page.getByRole("list", { name: "To check" });
  await checks.getByText(/^is unfinished\. Nothing else can be changed for /).waitFor();
  expect(await checks.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
  await page.unrouteAll();
});

test("the error of a save in a closed dialog covers no control of the next dialog, the menu or the commands", async () => {
  for (let n = 0; n < 7; n++)
    await answer(product.api.components.$post({ json: { name: `Component ${n}` } }));
  const page = await openScreen("/incidents");
  await page.reload();
  const dialog = page.getByRole("dialog");
  const add = page.getByRole("main").getByRole("button", { name: "Add", exact: true });
  await add.click();
  await dialog.getByLabel("Name").fill("Closed before it was saved");
  const dialogClosed = Promise.withResolvers<void>();
  await page.route("**/api/incidents", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await dialogClosed.promise;
    await route.abort();
  });
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await page.keyboard.press("Escape");
  dialogClosed.resolve();
  await page.getByText("Add Incident: failed").waitFor();
  await add.click();
  await dialog.getByLabel("Component 6", { exact: true }).waitFor();
  const saveControls = dialog.getByRole("button", { name: /^(Close|Cancel|Keep as proposal|Propose|Add)$/ });
  expect(await saveControls.count()).toBe(3);
  for (const [width, height] of [
    [360, 740],
    [360, 480],
    [640, 700],
    [768, 900],
    [1024, 768],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expectUncovered(saveControls, `${width} px`);
  }

  for (const opener of ["Menu", "Commands"])
    for (const width of [360, 660, 800]) {
      if (opener === "Menu" && width === 800) continue;
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
      await page.setViewportSize({ width, height: 640 });
      await page.getByRole("button", { name: opener, exact: true }).click();
      await dialog.locator("a, [role=option]").first().waitFor();
      const controls = dialog.locator("button, a, input, [role=option]");
      await expectUncovered(controls, `${opener} at ${width} px`);
    }
  await page.unrouteAll();
  await page.reload();
});

test("on a phone the error of an invalid date fits on one line", async () => {
  const page = await openScreen("/maintenances");
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole("main").getByRole("button", { name: "Add", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Move");
  await dialog.getByLabel("Start Time, date").fill("31.01.2027");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  const error = await dialog.getByRole("alert").boundingBox();
  expect(error?.height).toBeLessThan(24);
  await page.keyboard.press("Escape");
});

test("on a phone the Copy button of a script is beside the title", async () => {
  const page = await openScreen("/metrics/abc123DEF456/scripts/python");
  await page.setViewportSize({ width: 360, height: 740 });
  // The heading is replaced when the script has loaded.
  const copy = await page.getByRole("button", { name: "Copy" }).boundingBox();
  const title = await page.getByRole("heading", { level: 1 }).boundingBox();
  expect(copy?.y).toBeLessThan((title?.y ?? 0) + (title?.height ?? 0));
});

test("the console doesn't scroll behind an open dialog", async () => {
  const names = Array.from({ length: 40 }, (_, index) => `Component of a long list ${index}`);
  await addComponents(product, names);
  const page = await openScreen("/components");
  await page.reload();
  await page.getByText("Component of a long list 39").waitFor();
  const scrollByWheel = async () => {
    await page.mouse.move(5, 400);
    await page.mouse.wheel(0, 300);
    // Scrolling takes effect within two frames.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    return page.evaluate(() => scrollY);
  };
  const width = await page.evaluate(() => document.body.clientWidth);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("dialog", { name: "Add Component" }).waitFor();
  expect(await scrollByWheel()).toBe(0);
  expect(await page.evaluate(() => document.body.clientWidth)).toBe(width);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expect.poll(scrollByWheel).toBeGreaterThan(0);
});

test("the page's color continues in the gutter of the scrollbar", async () => {
  const page = await openScreen("/users");
  const colors = await page.evaluate(() =>
    [document.documentElement, document.body].map((element) => getComputedStyle(element).backgroundColor),
  );
  // A root element without a color is drawn in that of the body.
  expect(colors[0]).toBe("rgba(0, 0, 0, 0)");
  expect(colors[1]).not.toBe(colors[0]);
});

test("a screen that is opened starts at its top, and a step back leads to where one was", async () => {
  const names = Array.from({ length: 40 }, (_, index) => `Component of a scrolled list ${index}`);
  await addComponents(product, names);
  const scrolledBy = () => page.evaluate(() => scrollY);
  const page = await openScreen("/components");
  await page.reload();
  await page.setViewportSize({ width: 1024, height: 400 });
  await page.getByText("Component of a scrolled list 39").waitFor();
  await page.evaluate(() => scrollTo(0, 500));
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("heading", { name: "Settings" }).waitFor();
  await expect.poll(scrolledBy).toBe(0);
  await page.goBack();
  await page.getByText("Component of a scrolled list 39").waitFor();
  await expect.poll(scrolledBy).toBe(500);
});

test("subscribers and the team's channels fit on a phone, with small icons", async () => {
  const { api, db } = product;
  await answer(
    api.channels.$post({ json: { name: "Operations", address: "https://hooks.slack.com/services/T1/B1/x" } }),
  );
  await db.exec(
    "INSERT INTO subscribers (subscriber_id, channel, email_address, address_key, state, everything, created_at) VALUES ('webhook', 'webhook', '', 'webhook', 'confirmed', 1, '2026-01-01T00:00:00.000Z')",
  );
  const page = await openScreen("/subscribers");
  await page.setViewportSize({ width: 360, height: 800 });
  await page.getByRole("button", { name: /^Actions for / }).waitFor();
  const fits = async () => {
    const icons = page.getByRole("main").locator(":is(li, td) svg");
    const widths = await icons.evaluateAll((all) => all.map((icon) => icon.getBoundingClientRect().width));
    expect(widths.length).toBeGreaterThan(0);
    expect(Math.max(...widths)).toBeLessThanOrEqual(24);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  };
  await fits();
  await page.goto(new URL("/settings?tab=notifications", page.url()).href);
  await page.getByRole("button", { name: "Test Operations" }).waitFor();
  await fits();
  const text = page.getByText("Tell your own chats, webhooks and mailboxes");
  expect((await text.boundingBox())?.width).toBeGreaterThan(240);
});

test("components, groups and metrics have rows of one height, at most 64 px", async () => {
  const { api } = product;
  const { groupID } = await answer(api.groups.$post({ json: { name: "Regions" } }));
  const description = "Everything that runs in Frankfurt, Dublin and Stockholm, and what depends on it";
  await answer(api.components.$post({ json: { name: "eu-central-1", groupID, description } }));
  await answer(api.components.$post({ json: { name: "eu-west-1", groupID } }));
  await answer(api.metrics.$post({ json: { type: "Self", title: "Latency", description } }));
  await answer(api.metrics.$post({ json: { type: "Self", title: "Requests" } }));
  for (const [path, list, last] of [
    ["/components", "Components", "eu-west-1"],
    ["/metrics", "Metrics", "Requests"],
  ] as const) {
    const page = await openTouchScreen(path);
    const rows = page
      .getByRole("list", { name: list, exact: true })
      .locator("> li")
      .filter({ hasText: /Regions|eu-|Latency|Requests/ });
    // The search unfolds the group.
    if (path === "/components") await page.getByRole("searchbox").fill("eu-");
    await rows.getByText(last, { exact: true }).waitFor();
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      // The last row of a list has no line below it.
      const heights = () =>
        rows.evaluateAll((all) => [
          ...new Set(
            all.filter((row) => row.nextElementSibling).map((row) => row.getBoundingClientRect().height),
          ),
        ]);
      await expect.poll(async () => (await heights()).length, { message: `${path} ${width} px` }).toBe(1);
      expect((await heights())[0]).toBeLessThanOrEqual(64);
    }
  }
});

test("the name of a component is after that of its group, and on narrow screens their statuses are below", async () => {
  const { api } = product;
  const { groupID } = await answer(api.groups.$post({ json: { name: "Identity" } }));
  const json = { name: "Sign-in", groupID, status: "Degraded Performance" as const };
  await answer(api.components.$post({ json }));
  const page = await openTouchScreen("/components");
  await page.getByRole("searchbox").fill("sign-in");
  const rows = page.getByRole("list", { name: "Components", exact: true }).locator("> li");
  // The scrollbar takes some of the phone's width.
  for (const width of [405, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const left = async (row: number, locator: string) =>
      (await rows.nth(row).locator(locator).boundingBox())?.x;
    const names = async () => [await left(0, "bdi"), await left(1, "bdi")];
    await expect
      .poll(async () => Number(await left(1, "bdi")) - Number(await left(0, "bdi")))
      .toBe(width < 640 ? 12 : 24);
    expect(await left(0, "[role=img]")).toBeGreaterThan(Number(await left(0, "button[aria-expanded] svg")));
    const pill = "span[style*=background]";
    if (width < 1000) expect([await left(0, pill), await left(1, pill)]).toEqual(await names());
  }
});

test("an incident has four lines on a phone, with what it affects beside its title", async () => {
  const { api } = product;
  const { componentID } = await answer(api.components.$post({ json: { name: "Webhooks" } }));
  const components = [{ componentID, status: "Partial Outage" as const }];
  await answer(
    api.incidents.$post({ json: { name: "Webhooks are late", status: "Investigating", components } }),
  );
  const page = await openTouchScreen("/incidents");
  await page.setViewportSize({ width: 390, height: 900 });
  const row = page.getByRole("listitem").filter({ hasText: "Webhooks are late" }).last();
  await row.getByText("affects Webhooks", { exact: true }).waitFor();
  await expect.poll(async () => (await row.boundingBox())?.height).toBeLessThanOrEqual(103);
});

test("the colors of the page are side by side, and the preview covers no field that gets the focus", async () => {
  const page = await openScreen("/settings?tab=design");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("img", { name: /^The status page/ }).waitFor();
  const tops = ["Background Color", "Header Color", "Accent Color"].map((label) =>
    page
      .getByLabel(label, { exact: true })
      .boundingBox()
      .then((box) => box?.y),
  );
  expect(new Set(await Promise.all(tops)).size).toBe(1);

  const upload = page.getByRole("button", { name: "Upload" }).last();
  await upload.scrollIntoViewIfNeeded();
  await upload.focus();
  const preview = page.getByRole("region", { name: "Preview" });
  for (const field of [page.getByLabel("Font"), page.getByLabel("Accent Color", { exact: true })]) {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await field.focus();
    const [above, below] = [await preview.boundingBox(), await field.boundingBox()];
    expect(below?.y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0));
  }
});
