import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { answer } from "../../../tools/demo/client.ts";
import { componentStatuses } from "../../../worker/components/domain.ts";
import { shareConsole } from "../../support/browser/shared-console.ts";
import { type Product, startProduct } from "../../support/starters/product.ts";

// Every screen and dialog on touch screens: a small phone, a phone and a tablet.

let product: Product;
let incidentPath: string;
beforeAll(async () => {
  product = await startProduct();
  incidentPath = await createContent();
});
const height = 740;
const openScreen = shareConsole(() => product, touchScreen(320));
const widths = [320, 360, 768];
const longName = "Anunusuallylongnamewithoutasinglespaceinitthathastobreaksomewhereonaphone";

async function createContent(): Promise<string> {
  const { api } = product;
  const json = { serviceName: longName };
  await answer(api.settings.$patch({ json }));
  await answer(api.settings.apikeys.$post());
  const { groupID } = await answer(api.groups.$post({ json: { name: longName } }));
  const components = [];
  for (const [index, status] of componentStatuses.entries())
    components.push(
      await answer(
        api.components.$post({
          json: {
            name: `${longName}${index}`,
            description: longName,
            status,
            groupID: index % 2 ? groupID : null,
          },
        }),
      ),
    );
  const affected = components.map(({ componentID, status }) => ({ componentID, status }));
  const message = `${longName}\n\n- one \`${longName}\``;
  const incident = { name: longName, status: "Investigating", message, components: affected } as const;
  const { incidentID } = await answer(api.incidents.$post({ json: incident }));
  const window = { startAt: "2030-01-01T10:00:00.000Z", endAt: "2030-01-01T12:00:00.000Z" };
  await answer(api.maintenances.$post({ json: { name: longName, status: "Scheduled", message, ...window } }));
  await answer(api.metrics.$post({ json: { type: "Self", title: longName, status: "Visible" } }));
  await answer(api.templates.$post({ json: { kind: "incident", name: longName, title: longName, message } }));
  const labels = [{ name: longName, value: longName }];
  await answer(api["alert-rules"].$post({ json: { name: longName, labels, components: affected } }));
  await answer(api.heartbeats.$post({ json: { name: `${longName}Beat`, periodMinutes: 60 } }));
  await sendAlert();
  return `/incidents/${incidentID}`;
}

/** It is sent with the key that the console makes for Alertmanager, so it has arrived there, too. */
async function sendAlert() {
  const json = { name: "Alertmanager", scopes: ["alerts" as const] };
  const { value } = await answer(product.api.settings.apikeys.$post({ json }));
  const labels = { [longName]: longName, alertname: longName };
  const alert = { key: "api", state: "firing", title: longName, labels, link: "https://example.com" };
  // The message in another format comes first, because it is the newest.
  for (const body of [{ [longName]: { [longName]: longName } }, alert]) {
    const response = await fetch(`${product.statusPage}/api/v0/alerts/generic`, {
      method: "POST",
      headers: { "x-api-key": value },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(202);
  }
}

function touchScreen(width: number) {
  return { viewport: { width, height }, hasTouch: true, isMobile: true };
}

const press = (name: string) => (page: Page) =>
  page.getByRole("main").getByRole("button", { name, exact: true }).tap();
const pressInMenu =
  (item: string, action = "Delete") =>
  async (page: Page) => {
    await press(`More for ${item}`)(page);
    await press(`${action} ${item}`)(page);
  };
const pressInHeader = (name: string) => (page: Page) =>
  page.getByRole("banner").getByRole("button", { name, exact: true }).tap();

type Open = (page: Page) => Promise<void>;

/** Each screen with what opens on it, by name. */
const screens: { screen: string; path: string; dialogs?: Record<string, Open> }[] = [
  {
    screen: "Components",
    path: "/components",
    dialogs: {
      "Add Component": press("Add"),
      "Edit Component": press(`Edit ${longName}0`),
      "Delete Component": pressInMenu(`${longName}0`),
      "New Group": press("New group"),
      "Rename Group": press(`Rename ${longName}`),
      "Delete Group": pressInMenu(longName),
    },
  },
  {
    screen: "Incidents",
    path: "/incidents",
    dialogs: {
      "Add Incident": press("Add"),
      "Update Incident": press(`Edit ${longName}`),
      "Delete Incident": pressInMenu(longName),
    },
  },
  { screen: "an incident", path: "incident" },
  {
    screen: "Scheduled Maintenance",
    path: "/maintenances",
    dialogs: {
      "Add Scheduled Maintenance": press("Add"),
      "Update Scheduled Maintenance": press(`Edit ${longName}`),
    },
  },
  {
    screen: "Metrics",
    path: "/metrics",
    dialogs: { "Add Metric": press("Add"), Preview: pressInMenu(longName, "Preview") },
  },
  {
    screen: "Users",
    path: "/users",
    dialogs: {
      "the commands": pressInHeader("Commands"),
      "the user menu": pressInHeader("User menu"),
      "Keyboard shortcuts": openShortcuts,
    },
  },
  { screen: "Subscribers", path: "/subscribers" },
  { screen: "Audit log", path: "/audit" },
  { screen: "General settings", path: "/settings" },
  { screen: "Design settings", path: "/settings?tab=design" },
  { screen: "Notification settings", path: "/settings?tab=notifications" },
  {
    screen: "Templates",
    path: "/settings?tab=templates",
    dialogs: { "Edit Template": press(`Edit ${longName}`) },
  },
  {
    screen: "Automation",
    path: "/settings?tab=automation",
    dialogs: {
      "Edit Rule": press(`Edit ${longName}`),
      "Delete Rule": press(`Delete ${longName}`),
      "Edit Heartbeat": press(`Edit ${longName}Beat`),
      "Read These Messages": async (page) => {
        await press("Details of A message in another format")(page);
        await press("Choose what is read")(page);
        await page.getByRole("button", { name: `${longName} › ${longName} ${longName}`, exact: true }).tap();
      },
    },
  },
];

/** The part of the console that has this button also listens to keys. It is loaded after the start. */
async function openShortcuts(page: Page) {
  await page.getByRole("button", { name: "Commands" }).waitFor();
  await page.keyboard.press("?");
}

for (const { screen, path, dialogs = {} } of screens) {
  const names = [screen, ...Object.keys(dialogs)].join(", ");
  test(`on touch screens of each width these fit, with buttons and fields that fingers hit: ${names}`, async () => {
    const page = await openScreen(path === "incident" ? incidentPath : path);
    // The preview in the settings has a heading, too.
    await page.getByRole("main").getByRole("heading", { level: 1 }).first().waitFor();
    await page.getByRole("status", { name: "Loading settings" }).waitFor({ state: "detached" });
    await expectFit(page, screen);
    const opened = page.locator("[role=dialog], [popover]:popover-open");
    for (const [name, open] of Object.entries(dialogs)) {
      await open(page);
      await opened.waitFor();
      await expectFit(page, name);
      await page.keyboard.press("Escape");
      await opened.waitFor({ state: "detached" });
    }
  });
}

test("on touch screens of each width these fit: what a sender needs, and all that is known of an alert", async () => {
  const page = await openScreen("/settings?tab=automation");
  await page.getByRole("radio", { name: "Alertmanager" }).check();
  await page.getByText(/^Arrived/).waitFor();
  await press(`Details of ${longName}`)(page);
  await page.getByRole("button", { name: `Make a rule of this: ${longName}`, exact: true }).waitFor();
  await expectFit(page, "Automation");
});

async function expectFit(page: Page, view: string) {
  for (const width of widths) {
    await page.setViewportSize({ width, height });
    await page.locator("[aria-busy=true]").waitFor({ state: "detached" });
    // The layout follows a new width only in the next frame.
    await expect
      .poll(() => page.evaluate(findProblems, width), { message: `${view}, ${width} px` })
      .toEqual([]);
  }
}

const savers = [
  { view: "a dialog", path: () => "/incidents/new", field: "Message", save: "Add", within: "dialog" },
  { view: "an incident", path: () => incidentPath, field: "Message", save: "Post update", within: "main" },
  { view: "a write-up", path: writeUpPath, field: "Text", save: "Save draft", within: "main" },
] as const;

function writeUpPath() {
  return `${incidentPath}/write-up`;
}

test.each(savers)("the on-screen keyboard makes $view smaller, and $save stays above it", async (saver) => {
  const page = await openScreen("/users");
  await page.setViewportSize({ width: 360, height });
  await page.goto(product.adminPage + saver.path());
  const form = page.getByRole(saver.within);
  await tapField(page, form.getByLabel(saver.field, { exact: true }));
  expect(await page.locator("meta[name=viewport]").getAttribute("content")).toContain("resizes-content");
  await page.setViewportSize({ width: 360, height: 400 });
  await expectInWindow(form.getByRole("button", { name: saver.save, exact: true }), 400);
});

test("where the on-screen keyboard covers what it is for, the button that saves stays above it, too", async () => {
  const page = await product.openBeforeConsole(touchScreen(360));
  // Safari on iOS makes only the visual viewport smaller.
  await page.addInitScript(() => {
    const viewport = Object.assign(new EventTarget(), { height: innerHeight, offsetTop: 0, scale: 1 });
    Object.defineProperty(window, "visualViewport", { value: viewport });
  });
  for (const saver of savers) {
    await page.goto(product.adminPage + saver.path());
    const form = page.getByRole(saver.within);
    await tapField(page, form.getByLabel(saver.field, { exact: true }));
    await page.evaluate(() => {
      Object.assign(window.visualViewport ?? {}, { height: 400 });
      window.visualViewport?.dispatchEvent(new Event("resize"));
    });
    await expectInWindow(form.getByRole("button", { name: saver.save, exact: true }), 400);
  }
});

/** Taps a field once everything above it is loaded, which would move it out of the place to which the page scrolls. */
async function tapField(page: Page, field: Locator) {
  await field.waitFor();
  await page.waitForLoadState("networkidle");
  await field.tap();
}

async function expectInWindow(target: Locator, windowHeight: number) {
  const top = async () => (await target.boundingBox())?.y;
  const bottom = async () => {
    const { y, height } = (await target.boundingBox()) ?? { y: Number.NaN, height: 0 };
    return y + height;
  };
  await expect.poll(top).toBeGreaterThanOrEqual(0);
  await expect.poll(bottom).toBeLessThanOrEqual(windowHeight);
}

/** Runs in the page. */
function findProblems(windowWidth: number): string[] {
  const problems: string[] = [];
  const root = document.documentElement;
  if (root.clientWidth !== windowWidth) problems.push(`the window is still ${root.clientWidth} px wide`);
  for (const element of [root, ...document.querySelectorAll("body *")]) {
    const overflowPx = element.scrollWidth - element.clientWidth;
    const { overflowX } = getComputedStyle(element);
    const isScroller = element === root || overflowX === "auto" || overflowX === "scroll";
    // A row of tabs and a script may be wider than the screen.
    if (isScroller && overflowPx > 0 && !element.matches("[role=tablist], pre, input, textarea"))
      problems.push(`${element.tagName} ${element.className} overflows by ${overflowPx} px`);
  }
  // Links in text may be as high as a line (WCAG 2.5.8).
  const targets = "button, select, input, textarea, summary, nav a, [role=tab], [role=option]";
  for (const element of document.querySelectorAll(targets)) {
    const isCheck = element.matches("[type=checkbox], [type=radio]");
    const target = (isCheck && element.closest("label")) || element;
    const { width, height, left, right } = target.getBoundingClientRect();
    const isHidden = !target.checkVisibility() || width <= 1 || height <= 1;
    if (isHidden) continue;
    const name = element.getAttribute("aria-label") ?? element.textContent ?? element.outerHTML;
    const minPx = element.matches("[data-help]") ? 24 : 44;
    if (height < minPx || width < minPx)
      problems.push(`${name} is only ${Math.round(width)} by ${Math.round(height)} px`);
    if (!element.closest("[role=tablist]") && (left < 0 || right > innerWidth))
      problems.push(`${name} is partly outside of the screen`);
  }
  return problems;
}
