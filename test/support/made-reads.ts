import { answer, type Daymark } from "./daymark.ts";
import { makeComponent, makeIncident, makeMaintenance, makeMetric } from "./factories.ts";
import { dataURL, onePixelPNG } from "./images.ts";
import { tokenOf } from "./subscription-links.ts";
import { subscribers } from "./subscriptions.ts";

/** Makes what the examples of reads.ts read, and answers how to write their addresses. */
export async function makeReads(daymark: Daymark): Promise<(example: string) => string> {
  const { componentID } = await makeComponent(daymark);
  const { incidentID } = await makeIncident(daymark);
  const { maintenanceID } = await makeMaintenance(daymark);
  const { metricID } = await makeMetric(daymark, { status: "Visible" });
  const { id } = await answer(
    daymark.administrator.settings.logos.$post({ json: { data: dataURL(onePixelPNG) } }),
  );
  await answer(daymark.administrator.settings.$patch({ json: { serviceName: "Acme" } }));
  // Past the API, which would try a mail first.
  await daymark.db.exec("UPDATE settings SET email_enabled = 1, source_email_address = 'status@example.com'");
  const subscriber = await subscribers(() => daymark).confirmed();
  const made: Record<string, string> = {
    subscriberID: subscriber.subscriber_id,
    token: tokenOf(subscriber),
    componentID,
    incidentID,
    maintenanceID,
    metricID,
    logo: id,
  };
  return (example) => example.replace(/:(\w+)/g, (_, name: string) => made[name] ?? name);
}
