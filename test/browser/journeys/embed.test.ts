import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { buildFolderPath } from "../../../tools/build/stamps.ts";
import { answer } from "../../../tools/demo/client.ts";
import type { ComponentStatus } from "../../../worker/components/domain.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../../worker/shared/time/domain.ts";
import { expectAccessible } from "../../support/browser/axe.ts";
import { listen } from "../../support/starters/listen.ts";
import { type Product, startProduct } from "../../support/starters/product.ts";

// Tests the bar on another site, whose Content-Security-Policy allows only the script and its requests.
let product: Product;
let site: Server;
let siteURL = "";
beforeAll(async () => {
  product = await startProduct();
  site = createServer(({ url = "/" }, response) => {
    const policy = `default-src 'none'; script-src ${product.statusPage}; connect-src ${product.statusPage}`;
    response.writeHead(200, {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": policy,
    });
    response.end(`<!doctype html><html lang="en"><title>A shop</title>
      <script src="${product.statusPage}/static/embed.js" data-only="${decodeURIComponent(url.slice(1))}" async></script>
      <body><main><h1>A shop</h1><p>Wares</p></main></body></html>`);
  });
  siteURL = await listen(site);
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
});

/** Opens the site and waits until the script has read the status, because without an incident there is no bar to wait for. */
async function visitSite(page?: Page, only = ""): Promise<Page> {
  const visitor = page ?? (await product.visit("/api/health"));
  await visitor.addInitScript(() => {
    const readJSON = Response.prototype.json;
    const { port1, port2 } = new MessageChannel();
    // A message arrives after the microtasks in which the script handles the response.
    port1.onmessage = () => document.documentElement.setAttribute("data-status-read", "");
    Response.prototype.json = function () {
      return readJSON.call(this).finally(() => port2.postMessage(null));
    };
  });
  await visitor.goto(`${siteURL}/${encodeURIComponent(only)}`);
  await visitor.locator("html[data-status-read]").waitFor();
  return visitor;
}

const bar = (page: Page) => page.getByRole("region", { name: "Service status" });
async function dismiss(page: Page) {
  await bar(page).getByRole("button", { name: "Dismiss" }).click();
  expect(await bar(page).count()).toBe(0);
}
const addComponent = (status: ComponentStatus, { groupID = null }: { groupID?: string | null } = {}) =>
  answer(product.api.components.$post({ json: { name: "API", status, groupID } }));
const openIncident = (name: string, components: { componentID: string; status: ComponentStatus }[] = []) =>
  answer(product.api.incidents.$post({ json: { name, status: "Investigating", components } }));
const scheduleMaintenance = (name: string, hoursAhead: number) =>
  answer(
    product.api.maintenances.$post({
      json: {
        name,
        status: "Scheduled",
        startAt: new Date(Date.now() + hoursAhead * HOUR_MS).toISOString(),
        endAt: new Date(Date.now() + (hoursAhead + 1) * HOUR_MS).toISOString(),
      },
    }),
  );

test("the script is smaller than 2 kB and adds no global name to the site", async () => {
  const script = readFileSync(join(buildFolderPath("status"), "static/embed.js"));
  expect(gzipSync(script).length).toBeLessThan(2000);
  const page = await visitSite();
  const addedNames = await page.evaluate(() => {
    const emptyFrame = document.createElement("iframe");
    document.body.append(emptyFrame);
    const standardNames = new Set(Object.getOwnPropertyNames(emptyFrame.contentWindow));
    // Each frame adds a number, and Playwright adds names that begin with __.
    return Object.getOwnPropertyNames(window).filter(
      (name) => !standardNames.has(name) && !/^\d+$|^__/.test(name),
    );
  });
  expect(addedNames).toEqual([]);
});

test("without an incident there is no bar and no cookie, even if a maintenance is a week away", async () => {
  await scheduleMaintenance("Next week", 24 * 7);
  const page = await visitSite();
  expect(await bar(page).count()).toBe(0);
  expect(await page.context().cookies()).toEqual([]);
  expect(await page.evaluate(() => document.body.children.length)).toBe(1);
});

test("another site shows an open incident as text with a link to its page", async () => {
  const { incidentID } = await openIncident(`<img src=x onerror="document.title='taken'"> is down`);
  const page = await visitSite();
  await bar(page).waitFor();
  const link = bar(page).getByRole("link");
  expect(await link.textContent()).toBe(`<img src=x onerror="document.title='taken'"> is down`);
  expect(await link.getAttribute("href")).toBe(`${product.statusPage}/incidents/${incidentID}`);
  expect(await page.title()).toBe("A shop");
  expect(await page.context().cookies()).toEqual([]);
  await expectAccessible(page);
});

test("a bar for a group shows only what affects its components", async () => {
  const { groupID } = await answer(product.api.groups.$post({ json: { name: "Platform" } }));
  const { componentID } = await addComponent("Operational", { groupID });
  const other = await addComponent("Major Outage");
  await openIncident("Elsewhere", [{ componentID: other.componentID, status: "Major Outage" }]);
  const page = await visitSite(undefined, groupID);
  expect(await bar(page).count()).toBe(0);
  const param = { componentID };
  await product.api.components[":componentID"].$patch({ param, json: { status: "Partial Outage" } });
  await visitSite(page, `${groupID} unknown`);
  expect(await bar(page).getByRole("status").textContent()).toBe("API: partial outage");
  await openIncident("API is slow", [{ componentID, status: "Partial Outage" }]);
  for (const only of [groupID, componentID]) {
    await visitSite(page, only);
    expect(await bar(page).getByRole("status").textContent()).toBe("API is slow");
  }
  await product.api.groups[":groupID"].$delete({ param: { groupID } });
});

test("a dismissed incident stays hidden, and the next one shows", async () => {
  await openIncident("First");
  const page = await visitSite();
  await dismiss(page);
  await visitSite(page);
  expect(await bar(page).count()).toBe(0);
  await openIncident("Second");
  await visitSite(page);
  expect(await bar(page).getByRole("link").textContent()).toBe("Second");
});

test("a component outage without an incident shows, and once dismissed stays hidden until the next outage", async () => {
  const { componentID } = await addComponent("Major Outage");
  await addComponent("Operational");
  const page = await visitSite();
  expect(await bar(page).getByRole("status").textContent()).toBe("Major System Outage");
  await dismiss(page);
  await visitSite(page);
  expect(await bar(page).count()).toBe(0);
  const setStatus = (status: ComponentStatus) =>
    answer(product.api.components[":componentID"].$patch({ param: { componentID }, json: { status } }));
  await setStatus("Operational");
  await setStatus("Major Outage");
  await visitSite(page);
  expect(await bar(page).getByRole("status").textContent()).toBe("Major System Outage");
});

test("a scheduled maintenance doesn't hide a component outage, and a running maintenance shows once", async () => {
  const { maintenanceID } = await scheduleMaintenance("Tomorrow", 20);
  const { componentID } = await addComponent("Major Outage");
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

test("without local storage the bar can still be dismissed", async () => {
  await openIncident("First");
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

test("a maintenance shows from a day before its start, after open incidents", async () => {
  await scheduleMaintenance("Tomorrow", 20);
  await scheduleMaintenance("In two days", 48);
  const page = await visitSite();
  await expect
    .poll(() => bar(page).getByRole("link").textContent())
    .toMatch(/^Scheduled maintenance: Tomorrow \(/);
  await openIncident("Now");
  await visitSite(page);
  await expect.poll(() => bar(page).getByRole("status").textContent()).toBe("Now and 1 more");
});

test("the bar disappears without a reload when the incident is resolved", async () => {
  const { incidentID } = await openIncident("Short");
  const page = await product.visit("/api/health");
  await page.clock.install();
  await visitSite(page);
  await bar(page).waitFor();
  const json = { status: "Resolved" } as const;
  await answer(product.api.incidents[":incidentID"].$patch({ param: { incidentID }, json }));
  await page.clock.runFor(MINUTE_MS + SECOND_MS);
  await expect.poll(() => bar(page).count()).toBe(0);
});
