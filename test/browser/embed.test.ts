import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { built } from "../../tools/build/build.ts";
import { answer } from "../../tools/demo/client.ts";
import type { ComponentStatus } from "../../worker/components/domain.ts";
import { expectAccessible } from "../support/axe.ts";
import { type Product, startProduct } from "../support/product.ts";

// Somebody's site, on an origin of its own, that lets in no more than the script and where it asks.
let product: Product;
let site: Server;
let siteURL = "";
beforeAll(async () => {
  product = await startProduct();
  site = createServer((_, response) => {
    const policy = `default-src 'none'; script-src ${product.statusPage}; connect-src ${product.statusPage}`;
    response.writeHead(200, {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": policy,
    });
    response.end(`<!doctype html><html lang="en"><title>A shop</title>
      <script src="${product.statusPage}/static/embed.js" async></script>
      <body><main><h1>A shop</h1><p>Wares</p></main></body></html>`);
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  siteURL = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`; // TCP: never a string
});
afterEach(async () => {
  const { components, incidents, maintenances } = product.api;
  for (const { incidentID } of await answer(incidents.$get({ query: {} })))
    await incidents[":incidentID"].$delete({ param: { incidentID } });
  for (const { maintenanceID } of await answer(maintenances.$get({ query: {} })))
    await maintenances[":maintenanceID"].$delete({ param: { maintenanceID } });
  for (const { componentID } of await answer(components.$get()))
    await components[":componentID"].$delete({ param: { componentID } });
  await product.closePages();
});
afterAll(async () => {
  site?.close();
  await product?.stop();
});

/** The site, once the script has shown how things are, be it by showing nothing. */
async function visitSite(page?: Page): Promise<Page> {
  const visitor = page ?? (await product.visit("/api/health"));
  await visitor.addInitScript(() => {
    const read = Response.prototype.json;
    const { port1, port2 } = new MessageChannel();
    // A message comes after all that follows at once from what has been read.
    port1.onmessage = () => document.documentElement.setAttribute("data-told", "");
    Response.prototype.json = function () {
      return read.call(this).finally(() => port2.postMessage(null));
    };
  });
  await visitor.goto(siteURL);
  await visitor.locator("html[data-told]").waitFor();
  return visitor;
}

const bar = (page: Page) => page.getByRole("region", { name: "Service status" });
async function dismiss(page: Page) {
  await bar(page).getByRole("button", { name: "Dismiss" }).click();
  expect(await bar(page).count()).toBe(0);
}
const add = (status: ComponentStatus) =>
  answer(product.api.components.$post({ json: { name: "API", status } }));
const open = (name: string) =>
  answer(product.api.incidents.$post({ json: { name, status: "Investigating" } }));
const plan = (name: string, hours: number) =>
  answer(
    product.api.maintenances.$post({
      json: {
        name,
        status: "Scheduled",
        startAt: new Date(Date.now() + hours * 3_600_000).toISOString(),
        endAt: new Date(Date.now() + (hours + 1) * 3_600_000).toISOString(),
      },
    }),
  );

test("the script weighs less than 2 kB and leaves no name in the site", async () => {
  const script = readFileSync(join(built("status"), "static/embed.js"));
  expect(gzipSync(script).length).toBeLessThan(2000);
  const page = await visitSite();
  const own = await page.evaluate(() => {
    const empty = document.createElement("iframe");
    document.body.append(empty);
    const usual = new Set(Object.getOwnPropertyNames(empty.contentWindow));
    return Object.getOwnPropertyNames(window).filter((name) => !usual.has(name) && !/^\d+$|^__/.test(name));
  });
  expect(own).toEqual([]);
});

test("while all is well there is no bar, and no cookie ever", async () => {
  await plan("Next week", 24 * 7);
  const page = await visitSite();
  expect(await bar(page).count()).toBe(0);
  expect(await page.context().cookies()).toEqual([]);
  expect(await page.evaluate(() => document.body.children.length)).toBe(1);
});

test("an open incident is told on somebody's site, as text, with a link to its page", async () => {
  const { incidentID } = await open(`<img src=x onerror="document.title='taken'"> is down`);
  const page = await visitSite();
  await bar(page).waitFor();
  const link = bar(page).getByRole("link");
  expect(await link.textContent()).toBe(`<img src=x onerror="document.title='taken'"> is down`);
  expect(await link.getAttribute("href")).toBe(`${product.statusPage}/incidents/${incidentID}`);
  expect(await page.title()).toBe("A shop");
  expect(await page.context().cookies()).toEqual([]);
  await expectAccessible(page);
});

test("a dismissed incident stays away, the next one does not", async () => {
  await open("First");
  const page = await visitSite();
  await dismiss(page);
  await visitSite(page);
  expect(await bar(page).count()).toBe(0);
  await open("Second");
  await visitSite(page);
  expect(await bar(page).getByRole("link").textContent()).toBe("Second");
});

test("a component that is down is told without an incident, and dismissed until the next time", async () => {
  const { componentID } = await add("Major Outage");
  await add("Operational");
  const page = await visitSite();
  expect(await bar(page).getByRole("status").textContent()).toBe("Major System Outage");
  await dismiss(page);
  await visitSite(page);
  expect(await bar(page).count()).toBe(0);
  const set = (status: ComponentStatus) =>
    answer(product.api.components[":componentID"].$patch({ param: { componentID }, json: { status } }));
  await set("Operational");
  await set("Major Outage");
  await visitSite(page);
  expect(await bar(page).getByRole("status").textContent()).toBe("Major System Outage");
});

test("a maintenance hides no component that is down, and a running one is told once", async () => {
  const { maintenanceID } = await plan("Tomorrow", 20);
  const { componentID } = await add("Major Outage");
  const page = await visitSite();
  expect(await bar(page).getByRole("status").textContent()).toBe("Major System Outage and 1 more");
  const components = [{ componentID, status: "Under Maintenance" as const }];
  const json = { status: "In Progress" as const, components };
  await answer(product.api.maintenances[":maintenanceID"].$patch({ param: { maintenanceID }, json }));
  await visitSite(page);
  expect(await bar(page).getByRole("status").textContent()).toMatch(
    /^Scheduled maintenance: Tomorrow \([^)]*\)$/,
  );
});

test("where nothing can be kept, the bar can still be dismissed", async () => {
  await open("First");
  const page = await product.visit("/api/health");
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new Error("denied");
      },
    });
  });
  await visitSite(page);
  await dismiss(page);
});

test("a maintenance is told within a day of its start, behind what is wrong now", async () => {
  await plan("Tomorrow", 20);
  await plan("In two days", 48);
  const page = await visitSite();
  await expect
    .poll(() => bar(page).getByRole("link").textContent())
    .toMatch(/^Scheduled maintenance: Tomorrow \(/);
  await open("Now");
  await visitSite(page);
  await expect.poll(() => bar(page).getByRole("status").textContent()).toBe("Now and 1 more");
});

test("the bar goes when the incident is resolved, without the page being loaded again", async () => {
  const { incidentID } = await open("Short");
  const page = await product.visit("/api/health");
  await page.clock.install();
  await visitSite(page);
  await bar(page).waitFor();
  const json = { status: "Resolved" } as const;
  await answer(product.api.incidents[":incidentID"].$patch({ param: { incidentID }, json }));
  await page.clock.runFor(61_000);
  await expect.poll(() => bar(page).count()).toBe(0);
});
