import { answer, type Daymark } from "../starters/daymark.ts";
import { describedCalls, makeFromExample } from "./example-requests.ts";
import {
  makeComponent,
  makeGroup,
  makeIncident,
  makeMaintenance,
  makeMetric,
  makeTeamChannel,
  publishPostmortem,
} from "./factories.ts";
import { dataURL, onePixelPNG } from "./images.ts";
import { subscribers } from "./make-subscribers.ts";
import { tokenOf } from "./subscription-links.ts";

/** Creates the items that reads.ts requests. Returns a function that fills their IDs into an example's path. */
export async function makeReadFixtures(daymark: Daymark): Promise<(example: string) => string> {
  const { groupID } = await makeGroup(daymark);
  const { componentID } = await makeComponent(daymark, { groupID });
  const { incidentID } = await makeIncident(daymark, { status: "Resolved" });
  await publishPostmortem(daymark, incidentID);
  const reopening = { param: { incidentID }, json: { status: "Investigating" } } as const;
  await answer(daymark.administrator.incidents[":incidentID"].$patch(reopening));
  const { maintenanceID } = await makeMaintenance(daymark);
  const { metricID } = await makeMetric(daymark, { status: "Visible" });
  const { channelID } = await makeTeamChannel(daymark);
  const { id } = await answer(
    daymark.administrator.settings.logos.$post({ json: { data: dataURL(onePixelPNG) } }),
  );
  await answer(daymark.administrator.settings.$patch({ json: { serviceName: "Acme" } }));
  // This is written directly, because the API would send a test email before it enables mail.
  await daymark.db.exec(
    "UPDATE settings SET email_enabled = 1, endpoints_enabled = 1, source_email_address = 'status@example.com'",
  );
  await daymark.files.put("exports/manifests/2026-01-31", "", {
    customMetadata: { finishedAt: "2026-01-31T01:02:00.000Z", pages: "1", rows: "1" },
  });
  const subscriber = await subscribers(() => daymark).makeConfirmed();
  const heartbeat = { name: "Backup", periodMinutes: 60 };
  const { path } = await answer(daymark.administrator.heartbeats.$post({ json: heartbeat }));
  const parameters: Record<string, string> = {
    secret: path.replace("/beat/", ""),
    subscriberID: subscriber.subscriber_id,
    token: tokenOf(subscriber),
    componentID,
    groupID,
    incidentID,
    maintenanceID,
    metricID,
    channelID,
    logo: id,
  };
  for (const route of describedCalls.keys()) {
    const [, list = "", id = ""] = /^GET (\/api\/[\w-]+)\/:(\w+)$/.exec(route) ?? [];
    if (!(id in parameters) && describedCalls.has(`POST ${list}`))
      parameters[id] = await makeFromExample(daymark, list);
  }
  return (example) => example.replace(/:(\w+)/g, (_, name: string) => parameters[name] ?? name);
}
