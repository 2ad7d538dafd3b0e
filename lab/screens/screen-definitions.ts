import type { Page } from "playwright-core";
import { mailsOf } from "../../test/support/readers/mail.ts";
import { answer, client } from "../../tools/demo/client.ts";
import type { Stack } from "../../tools/start/stack.ts";
import { signIn } from "../../tools/start/user-pool.ts";

export interface Screen {
  fileName: string;
  title: string;
  widthsPx: number[];
  /** Otherwise the screenshot shows only the viewport. */
  fullPage?: boolean;
  show: (page: Page) => Promise<unknown>;
}

/** A week has 168 hours, and some at its edges may be without points. */
const HOURS_WITH_POINTS = 160;

type Pages = (stack: Stack) => AsyncGenerator<Screen>;

export const publicPages: Pages = async function* (stack) {
  const visitor = client(stack.statusPage);
  const [incident] = await openIncidents(stack);
  const [maintenance] = await answer(visitor.maintenances.$get({ query: {} }));
  const screen = publicScreen(stack);
  await waitForPoints(stack);
  yield { ...screen("status-page", "Main page, as it opens", "/"), fullPage: false };
  yield screen("main", "Main page, with open incidents", "/");
  yield screen("main-arabic", "Main page, from right to left", "/?lang=ar");
  yield screen("incident", "An incident's page", `/incidents/${incident?.incidentID}`);
  yield screen("maintenance", "A maintenance's page", `/maintenances/${maintenance?.maintenanceID}`);
  yield screen("component", "A component's page", `/components/${incident?.components[0]?.componentID}`);
  yield screen("history", "History", "/history");
  yield screen("subscribe", "The form to subscribe", "/subscribe");
  yield screen("subscription", "A subscription's page", await subscriptionURL(stack));
  yield screen("not-found", "A page that is not there", "/nowhere");
  yield { ...screen("api", "The API's description", "/api/docs"), fullPage: false };
};

export const resolvedPages: Pages = async function* (stack) {
  const token = await signIn(stack.pool);
  const api = client(stack.statusPage, async () => token);
  for (const { incidentID, components } of await openIncidents(stack)) {
    const restored = components.map(({ componentID }) => ({ componentID, status: "Operational" as const }));
    const json = { status: "Resolved", message: "All is well again.", components: restored } as const;
    await answer(api.incidents[":incidentID"].$patch({ param: { incidentID }, json }));
  }
  yield publicScreen(stack)("main-calm", "Main page without open incidents, with a maintenance", "/");
};

function publicScreen({ statusPage }: Stack) {
  return (name: string, title: string, path: string): Screen => ({
    fileName: name,
    title,
    widthsPx: [360, 768, 1440],
    fullPage: true,
    show: (page) => page.goto(new URL(path, statusPage).href),
  });
}

async function openIncidents({ statusPage }: Stack) {
  const incidents = await answer(client(statusPage).incidents.$get({ query: {} }));
  return incidents.filter(({ status }) => status !== "Resolved");
}

async function waitForPoints({ statusPage }: Stack): Promise<void> {
  const metrics = await answer(client(statusPage)["public-metrics"].$get({ query: {} }));
  for (const { metricID } of metrics) {
    const series = `${statusPage}/api/public-metrics/${metricID}/series?timeframe=week`;
    for (let valueCount = 0; valueCount < HOURS_WITH_POINTS; ) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      const { values } = (await (await fetch(series)).json()) as { values: (number | null)[] };
      valueCount = values.filter((value) => value !== null).length;
    }
  }
}

async function subscriptionURL({ statusPage, mailbox }: Stack): Promise<string> {
  const emailAddress = "reader@example.com";
  await answer(client(statusPage).subscribers.subscribe.$post({ json: { emailAddress } }));
  for (;;) {
    const [mail] = (await mailsOf(mailbox)).filter(({ to }) =>
      to?.some(({ address }) => address === emailAddress),
    );
    const link = /http[^\s>]+\/subscriptions\/[^\s>]+/.exec(mail?.text ?? "")?.[0];
    if (link) return link;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

export const consolePages: Pages = async function* ({ adminPage }) {
  const screen = (
    name: string,
    title: string,
    path: string,
    prepare: (page: Page) => Promise<unknown>,
  ): Screen => ({
    fileName: `console-${name}`,
    title: `Console: ${title}`,
    widthsPx: [360, 768, 1440],
    fullPage: true,
    async show(page) {
      await page.goto(`${adminPage}${path}`);
      await prepare(page);
      await page.locator("[aria-busy=true]").waitFor({ state: "detached" });
    },
  });
  const click = (page: Page, name: RegExp) => page.getByRole("button", { name }).first().click();
  const waitForItems = (page: Page) =>
    page
      .getByRole("button", { name: /^Edit / })
      .first()
      .waitFor();
  const openTab = (name: string) => (page: Page) => page.getByRole("tab", { name }).click();

  yield screen("sign-in", "sign in", "/signin", async (page) => {
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await page.getByLabel("Email Address").waitFor();
  });
  yield screen("components", "components", "/components", waitForItems);
  yield screen("incidents", "incidents", "/incidents", waitForItems);
  const incident = screen("incident", "an incident is updated", "/incidents", (page) =>
    click(page, /^Edit /),
  );
  yield { ...incident, fullPage: false };
  yield screen("maintenances", "scheduled maintenance", "/maintenances", waitForItems);
  yield screen("metrics", "metrics", "/metrics", waitForItems);
  const preview = screen("preview", "a metric's preview", "/metrics", async (page) => {
    await click(page, /^More for /);
    await click(page, /^Preview /);
    await page
      .getByRole("dialog")
      .getByText(/^Average \d/)
      .waitFor();
  });
  yield { ...preview, fullPage: false };
  yield screen("settings", "general settings", "/settings", openTab("General"));
  yield screen("design", "design settings", "/settings", openTab("Design"));
  yield screen("notifications", "notification settings", "/settings", openTab("Notifications"));
  yield screen("templates", "templates", "/settings", openTab("Templates"));
  yield screen("audit", "audit log", "/audit", (page) => page.getByRole("listitem").nth(5).waitFor());
  yield screen("users", "users", "/users", (page) => page.getByRole("heading", { name: "Users" }).waitFor());
};
