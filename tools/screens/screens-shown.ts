import type { Page } from "playwright-core";
import { mailsOf } from "../../test/support/mail.ts";
import { answer, client } from "../demo/client.ts";
import type { Stack } from "../start/stack.ts";
import { signIn } from "../start/user-pool.ts";

export interface Shown {
  /** Of its files. */
  name: string;
  title: string;
  /** Of the window, in pixels. */
  widths: number[];
  /** To its end; what the window shows unless told. */
  fullPage?: boolean;
  show: (page: Page) => Promise<unknown>;
}

type Pages = (stack: Stack) => AsyncGenerator<Shown>;

/** What visitors see while something is wrong. */
export const publicPages: Pages = async function* (stack) {
  const visitor = client(stack.statusPage);
  const [incident] = await openIncidents(stack);
  const [maintenance] = await answer(visitor.maintenances.$get({ query: {} }));
  const at = page(stack);
  await graphsFilled(stack);
  yield { ...at("status-page", "Main page, as it opens", "/"), fullPage: false };
  yield at("main", "Main page, with open incidents", "/");
  yield at("main-arabic", "Main page, from right to left", "/?lang=ar");
  yield at("incident", "An incident's page", `/incidents/${incident?.incidentID}`);
  yield at("maintenance", "A maintenance's page", `/maintenances/${maintenance?.maintenanceID}`);
  yield at("component", "A component's page", `/components/${incident?.components[0]?.componentID}`);
  yield at("history", "History", "/history");
  yield at("subscribe", "The form to subscribe", "/subscribe");
  yield at("subscription", "A subscription's page", await subscription(stack));
  yield at("not-found", "A page that is not there", "/nowhere");
  yield { ...at("api", "The API's description", "/api/docs"), fullPage: false };
};

/** And when all is well again. */
export const calmPages: Pages = async function* (stack) {
  const token = await signIn(stack.pool);
  const api = client(stack.statusPage, async () => token);
  for (const { incidentID, components } of await openIncidents(stack)) {
    const healed = components.map(({ componentID }) => ({ componentID, status: "Operational" as const }));
    const json = { status: "Resolved", message: "All is well again.", components: healed } as const;
    await answer(api.incidents[":incidentID"].$patch({ param: { incidentID }, json }));
  }
  yield page(stack)("main-calm", "Main page, when all is well but for a maintenance", "/");
};

function page({ statusPage }: Stack) {
  return (name: string, title: string, path: string): Shown => ({
    name,
    title,
    widths: [360, 768, 1440],
    fullPage: true,
    show: (page) => page.goto(new URL(path, statusPage).href),
  });
}

async function openIncidents({ statusPage }: Stack) {
  const incidents = await answer(client(statusPage).incidents.$get({ query: {} }));
  return incidents.filter(({ status }) => status !== "Resolved");
}

/** The demo's points have all been stored. */
async function graphsFilled({ statusPage }: Stack): Promise<void> {
  const metrics = await answer(client(statusPage)["public-metrics"].$get({ query: {} }));
  for (const { metricID } of metrics) {
    const series = `${statusPage}/api/public-metrics/${metricID}/series?timeframe=week`;
    for (let known = 0; known < 160; ) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      const { values } = (await (await fetch(series)).json()) as { values: (number | null)[] };
      known = values.filter((value) => value !== null).length;
    }
  }
}

/** The address that a subscriber's mails have. */
async function subscription({ statusPage, mailbox }: Stack): Promise<string> {
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

/** What administrators see; the first of it before they sign in. */
export const consolePages: Pages = async function* ({ adminPage }) {
  const at = (name: string, title: string, path: string, ready: (page: Page) => Promise<unknown>): Shown => ({
    name: `console-${name}`,
    title: `Console: ${title}`,
    widths: [360, 1440],
    async show(page) {
      await page.goto(`${adminPage}${path}`);
      await ready(page);
      await page.locator("[aria-busy=true]").waitFor({ state: "detached" });
    },
  });
  const press = (page: Page, name: RegExp) => page.getByRole("button", { name }).first().click();
  const edit = (page: Page) =>
    page
      .getByRole("button", { name: /^Edit / })
      .first()
      .waitFor();
  const tab = (name: string) => (page: Page) => page.getByRole("tab", { name }).click();

  yield at("sign-in", "sign in", "/signin", async (page) => {
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await page.getByLabel("Email Address").waitFor();
  });
  yield at("components", "components", "/components", edit);
  yield at("incidents", "incidents", "/incidents", edit);
  yield at("incident", "an incident is updated", "/incidents", (page) => press(page, /^Edit /));
  yield at("maintenances", "scheduled maintenance", "/maintenances", edit);
  yield at("metrics", "metrics", "/metrics", edit);
  yield at("preview", "a metric's preview", "/metrics", async (page) => {
    await press(page, /^Preview /);
    await page
      .getByRole("dialog")
      .getByText(/^Average \d/)
      .waitFor();
  });
  yield at("settings", "general settings", "/settings", tab("General"));
  yield at("design", "design settings", "/settings", tab("Design"));
  yield at("notifications", "notification settings", "/settings", tab("Notifications"));
  yield at("users", "users", "/users", (page) => page.getByRole("heading", { name: "Users" }).waitFor());
};
