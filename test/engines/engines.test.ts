import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { answer, client } from "../../tools/demo/client.ts";
import type { Stack } from "../../tools/start/stack.ts";
import { administrator, startSession } from "../../tools/start/user-pool.ts";
import { type Engine, engines } from "../support/browser/engines.ts";
import { startEmptyStack } from "../support/starters/stack.ts";

// The other tests in a browser run in Chromium. These run the main flows in the other engines.

let stack: Stack;
let engine: Engine | undefined;
beforeAll(async () => {
  if (engines.every(({ programs }) => !programs)) return;
  stack = await startEmptyStack({ rates: "unlimited" });
  const { IdToken } = await startSession(stack.pool, administrator);
  const api = client(stack.statusPage, async () => IdToken);
  const json = { emailNotification: { enable: true, sourceEmailAddress: "status@example.com" } };
  await answer(api.settings.$patch({ json }));
  await answer(api.components.$post({ json: { name: "Search", status: "Partial Outage" } }));
  await answer(api.components.$post({ json: { name: "Payments" } }));
  await answer(api.metrics.$post({ json: { type: "Self", title: "Response time", status: "Visible" } }));
});
afterEach(async () => {
  await engine?.close();
  engine = undefined;
});
afterAll(() => stack?.stop());

/** Runs a test in each engine, or says that it is left out. */
function testInEngines(
  name: string,
  options: { dark: boolean; leftOut?: Record<string, string> },
  run: (engine: Engine, engineName: string) => Promise<void>,
) {
  test.for(engines)(
    `in $name, ${name}`,
    async ({ name: engineName, programs, packages, launch }, { skip }) => {
      if (!programs) skip(`${engineName} is not installed. In Debian: apt-get install ${packages}`);
      else {
        engine = await launch(programs, options);
        await run(engine, engineName);
        expect(await engine.errors()).toEqual([]);
      }
    },
  );
}

const button = (name: string) => `//button[normalize-space()='${name}' or @aria-label='${name}']`;
const heading = (text: string) => `//main//*[self::h1 or self::h2][normalize-space()='${text}']`;
/** The button of a dialog's form, which also names its keys. */
const submit = (name: string) => `//*[@role='dialog']//button[starts-with(normalize-space(),'${name}')]`;
const field = (label: string) => `//*[@id=//label[normalize-space()='${label}']/@for]`;

testInEngines("the page's legend, strips, graphs and form work", { dark: false }, async (engine) => {
  await engine.open(stack.statusPage);

  const bars = await engine.run(() =>
    [...document.querySelectorAll(".legend li")].map((item) => {
      const { height, backgroundColor } = getComputedStyle(item, "::before");
      return { height: Number.parseFloat(height), backgroundColor };
    }),
  );
  expect(bars).toHaveLength(5);
  expect(new Set(bars.map(({ backgroundColor }) => backgroundColor)).size).toBe(5);
  const heights = bars.map(({ height }) => height);
  expect(heights).toEqual(heights.toSorted((one, other) => one - other));
  expect(heights[0]).toBeGreaterThan(8);

  const search = "//li[.//*[normalize-space()='Search']]//*[@role='slider']";
  await engine.hover(search);
  const readDay = () => engine.run(() => document.querySelector(".day-card")?.textContent);
  await engine.run(() => document.querySelector<SVGElement>("[role=slider]")?.focus());
  await expect.poll(readDay).toMatch(/Partial Outage/);
  await engine.press("ArrowLeft");
  await expect.poll(readDay).not.toMatch(/Partial Outage/);

  await engine.click("//section[@aria-labelledby='metrics']//summary");
  await expect.poll(() => engine.run(() => document.querySelectorAll(".metric canvas").length)).toBe(1);
  await engine.click("//a[.='Week']");
  const chosen = () => engine.run(() => document.querySelector(".metric [aria-current]")?.textContent);
  await expect.poll(chosen).toBe("Week");
  expect(await engine.run(() => location.pathname)).toBe("/");

  await engine.click("//input[@id='email']");
  await engine.type("reader@example.com");
  await engine.press("Enter");
  await expect.poll(() => engine.run(() => location.pathname)).toBe("/subscribe/asked");

  await engine.open(`${stack.statusPage}/history`);
  expect(await engine.run(() => document.querySelector("h1")?.textContent)).toMatch(/^\w+ \d{4}$/);
});

testInEngines(
  "an administrator adds, updates and resolves an incident",
  { dark: true },
  async (engine, engineName) => {
    // Both engines share the installation.
    const name = `Payments fail, seen in ${engineName}`;
    await engine.open(stack.adminPage);
    await engine.click(field("Email Address"));
    await engine.type(administrator.email);
    await engine.click(field("Password"));
    await engine.type(administrator.password);
    await engine.click(button("Signin"));
    // The console opens its first screen, and the pointer waits for it.
    await engine.hover(heading("Components"));
    await engine.click("//a[normalize-space()='Incidents']");
    await engine.hover(heading("Incidents"));

    const focusIn = (selector: string) =>
      engine.run((wanted) => document.activeElement?.closest(wanted) !== null, selector);
    await engine.click(button("Add"));
    await expect.poll(() => focusIn("[role=dialog]")).toBe(true);
    await engine.press("Escape");
    await expect.poll(() => focusIn("[role=dialog]")).toBe(false);
    expect(await engine.run(() => document.activeElement?.textContent)).toBe("Add");

    await engine.click(button("Add"));
    await engine.click(field("Name"));
    await engine.type(name);
    await engine.click(field("Message"));
    await engine.type("We look into it.");
    await engine.open(`${stack.adminPage}/incidents`);
    // The overview moves the list down when it is loaded.
    await engine.hover("//a[normalize-space()='Report incident']");
    await engine.click(button("Add"));
    await engine.click(field("Message"));
    await expect.poll(() => fieldValue(engine, "Name")).toBe(name);
    await choose(engine, "Payments", "Major Outage");
    await engine.click(submit("Add"));
    await engine.click(button(`Edit ${name}`));
    await choose(engine, "Incident Status", "Resolved");
    await choose(engine, "Payments", "Operational");
    await engine.click(submit("Update"));
    await expect.poll(() => engine.run(() => document.querySelector("[role=dialog]"))).toBe(null);

    await engine.open(stack.statusPage);
    const page = await engine.run(() => ({
      text: document.querySelector(".notice")?.textContent,
      background: getComputedStyle(document.body).backgroundColor,
    }));
    expect(page.text).toMatch(new RegExp(`${name}.*Resolved.*We look into it`, "s"));
    expect(page.background).toBe("rgb(14, 19, 27)");
  },
);

function fieldValue(engine: Engine, label: string) {
  return engine.run((text) => {
    const field = [...document.querySelectorAll("label")].find((each) => each.textContent === text)?.control;
    return field instanceof HTMLInputElement ? field.value : undefined;
  }, label);
}

/** Presses a radio button of a group, whose name is in its legend or in another element. */
function choose(engine: Engine, group: string, choice: string) {
  return engine.run(
    (text, value) => {
      const fieldset = [...document.querySelectorAll("fieldset")].find((each) => {
        const label = document.getElementById(each.getAttribute("aria-labelledby") ?? "");
        return (label ?? each.querySelector("legend"))?.textContent === text;
      });
      const button = fieldset?.querySelector<HTMLInputElement>(`input[value="${value}"]`);
      if (!button) throw new Error(`The group ${text} has no ${value}.`);
      button.click();
    },
    group,
    choice,
  );
}
