import { afterAll, beforeAll, expect, test } from "vitest";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import {
  makeApiKey,
  makeComponent,
  makeIncident,
  makeMaintenance,
  makeMetric,
} from "../support/factories.ts";
import { dataURL, onePixelPNG } from "../support/images.ts";
import { tokenOf } from "../support/subscription-links.ts";
import { subscribers } from "../support/subscriptions.ts";

let daymark: Daymark;
let key: string;
beforeAll(async () => {
  daymark = await startDaymark({ build: "faulty-worker" });
  key = await makeApiKey(daymark);
  await answer(daymark.administrator.settings.$patch({ json: { serviceName: "Acme" } }));
  // Past the API, which would try a mail first.
  await daymark.db.exec("UPDATE settings SET email_enabled = 1, source_email_address = 'status@example.com'");
});
afterAll(() => daymark.stop());

const window = { startAt: "2030-01-01T10:00:00Z", endAt: "2030-01-01T12:00:00Z" };
const incident = { name: "API is down", status: "Investigating" };
const maintenance = { name: "Moving house", status: "Scheduled", ...window };

interface Write {
  /** Whether visitors can see it. */
  seen: boolean;
  /** A text such as ":componentID" stands for the id of what was made for the write. */
  body?: object;
  /** The status that it is refused with here, whatever its body. */
  refused?: 403;
}

/** The same under /api, for administrators, and under /api/v0, for keys. */
const shared: Record<string, Write> = {
  "POST /components": { seen: true, body: { name: "API" } },
  "PATCH /components": {
    seen: true,
    body: { components: [{ componentID: ":componentID", status: "Major Outage" }] },
  },
  "PATCH /components/:componentID": { seen: true, body: { name: "Changed" } },
  "DELETE /components/:componentID": { seen: true },
  "POST /incidents": { seen: true, body: incident },
  "PATCH /incidents/:incidentID": { seen: true, body: { status: "Monitoring", message: "Mended." } },
  "PATCH /incidents/:incidentID/incidentupdates/:incidentUpdateID": {
    seen: true,
    body: { message: "Changed" },
  },
  "DELETE /incidents/:incidentID/incidentupdates/:incidentUpdateID": { seen: true },
  "DELETE /incidents/:incidentID": { seen: true },
  "POST /maintenances": { seen: true, body: maintenance },
  "PATCH /maintenances/:maintenanceID": { seen: true, body: { status: "In Progress" } },
  "PATCH /maintenances/:maintenanceID/maintenanceupdates/:maintenanceUpdateID": {
    seen: true,
    body: { message: "Changed" },
  },
  "DELETE /maintenances/:maintenanceID/maintenanceupdates/:maintenanceUpdateID": { seen: true },
  "DELETE /maintenances/:maintenanceID": { seen: true },
};

const below = (base: string) =>
  Object.fromEntries(Object.entries(shared).map(([write, what]) => [write.replace("/", `${base}/`), what]));

/** Every call of the product that writes. */
const writes: Record<string, Write> = {
  ...below("/api"),
  ...below("/api/v0"),
  "POST /api/metrics": { seen: true, body: { type: "Self", title: "Response time" } },
  "PATCH /api/metrics/:metricID": { seen: true, body: { status: "Visible" } },
  "DELETE /api/metrics/:metricID": { seen: true },
  "PATCH /api/settings": { seen: true, body: { serviceName: "Acme" } },
  "POST /api/settings/logos": { seen: true, body: { data: dataURL(onePixelPNG) } },
  "DELETE /api/settings/logos/:logoID": { seen: true },
  "POST /api/settings/apikeys": { seen: false },
  "DELETE /api/settings/apikeys/:keyID": { seen: false },
  "POST /api/subscribers/subscribe": { seen: false, body: { emailAddress: "somebody@example.com" } },
  "POST /api/subscribers/find": { seen: false, body: { emailAddress: "somebody@example.com" } },
  "POST /api/subscribers/erase": { seen: false, body: { emailAddress: "somebody@example.com" } },
  "POST /api/v0/subscribers/find": { seen: false, body: { emailAddress: "somebody@example.com" } },
  "POST /api/v0/subscribers/erase": { seen: false, body: { emailAddress: "somebody@example.com" } },
  "POST /api/v0/metrics/data": { seen: false },
  // Its caller has to sign what it says.
  "POST /api/hooks/ses": { seen: false, refused: 403 },
  "POST /api/mail/test": { seen: false, body: { emailAddress: "somebody@example.com" } },
  "POST /subscribe": { seen: false, body: { emailAddress: "somebody.else@example.com" } },
  "POST /subscriptions/:subscriberID/:token": { seen: false },
  "POST /subscriptions/:subscriberID/:token/confirm": { seen: false },
  "POST /subscriptions/:subscriberID/:token/unsubscribe": { seen: false },
};

/** What the cache in front of the Worker was told to forget, since the Worker started. */
async function purges(): Promise<unknown[]> {
  return JSON.parse((await daymark.fetch("/api/health")).headers.get("x-test-purges") ?? "");
}

/** Things to write to, made anew for each write. */
async function make(): Promise<Record<string, string>> {
  const { administrator } = daymark;
  const { componentID } = await makeComponent(daymark);
  const { incidentID } = await makeIncident(daymark);
  const { maintenanceID } = await makeMaintenance(daymark);
  // With a second update each, so that one can be deleted.
  const json = { message: "We are at it." };
  const { incidentUpdates } = await answer(
    administrator.incidents[":incidentID"].$patch({ param: { incidentID }, json }),
  );
  const { maintenanceUpdates } = await answer(
    administrator.maintenances[":maintenanceID"].$patch({ param: { maintenanceID }, json }),
  );
  const { metricID } = await makeMetric(daymark);
  const logo = await answer(administrator.settings.logos.$post({ json: { data: dataURL(onePixelPNG) } }));
  const subscriber = await subscribers(() => daymark).asked();
  return {
    subscriberID: subscriber.subscriber_id,
    token: tokenOf(subscriber),
    componentID,
    incidentID,
    incidentUpdateID: incidentUpdates[0]?.incidentUpdateID ?? "",
    maintenanceID,
    maintenanceUpdateID: maintenanceUpdates[0]?.maintenanceUpdateID ?? "",
    metricID,
    logoID: logo.id,
    keyID: (await answer(administrator.settings.apikeys.$post())).id,
  };
}

test("the table has every call that writes", async () => {
  const routes: string[] = await (await fetch(`${daymark.url}/x-test-routes`)).json();
  expect(Object.keys(writes).sort()).toEqual(routes.filter((route) => !route.startsWith("GET ")).sort());
});

test.for(Object.entries(writes))(
  "%s has the edge forget once if visitors can see it",
  async ([route, write]) => {
    const made = await make();
    const [method = "", pattern = ""] = route.split(" ");
    const path = pattern.replace(/:(\w+)/g, (_, name: string) => made[name] ?? "");
    const { seen, body = { [made.metricID ?? ""]: [{ timestamp: new Date().toISOString(), value: 1 }] } } =
      write;
    const credentials = path.startsWith("/api/v0/")
      ? { "x-api-key": key }
      : { Authorization: await daymark.token() };
    const form = new URLSearchParams(Object.entries(body).map(([name, value]) => [name, String(value)]));
    const send = (text: string | URLSearchParams | null) =>
      daymark.fetch(path, { method, headers: credentials, body: text });

    const before = await purges();
    const filledIn = JSON.stringify(body).replace(/":(\w+)"/g, (_, name: string) => `"${made[name]}"`);
    const sent = path.startsWith("/api/") ? filledIn : form;
    const response = await send(method === "DELETE" ? null : sent);
    expect([route, response.status >= 400 && response.status]).toEqual([route, write.refused ?? false]);
    expect(await purges()).toEqual([...before, ...(seen ? [{ tags: ["public"] }] : [])]);

    // Refused, it changes nothing for anybody.
    const refused = await send(method === "DELETE" ? null : "{");
    if (method !== "DELETE" && path.startsWith("/api/") && !route.endsWith("/apikeys")) {
      expect([route, refused.status]).toEqual([route, write.refused ?? 400]);
      expect(await purges()).toEqual([...before, ...(seen ? [{ tags: ["public"] }] : [])]);
    }
  },
);
