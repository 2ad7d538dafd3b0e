import type { ComponentStatus } from "../../worker/components/domain.ts";
import type { NewComponent } from "../../worker/components/schema.ts";
import type { StatusOf } from "../../worker/notices/domain.ts";
import { pastIncidents } from "./past.ts";

export interface DemoIncident {
  name: string;
  /** The oldest update is first. */
  updates: {
    hoursAgo: number;
    status: StatusOf<"incident">;
    message: string;
    components?: Record<string, ComponentStatus>;
  }[];
}

export const serviceName = "Fernway";

/** A group is created with its first component. */
export const components: (NewComponent & { group?: string })[] = [
  { name: "API", description: "REST and GraphQL endpoints at api.fernway.example" },
  { name: "Dashboard", description: "The web application and its reports" },
  { name: "Sign-in", description: "Passwords, single sign-on and two-factor codes" },
  { name: "Webhooks", description: "Events sent to your endpoints" },
  { name: "E-mail delivery", description: "Notifications and invitations" },
  { name: "Background jobs", description: "Imports, exports and scheduled tasks", group: "Data" },
  { name: "File storage", description: "Uploads, downloads and image previews", group: "Data" },
  { name: "Search", description: "Full-text search and saved filters", group: "Data" },
];

export const incidents: DemoIncident[] = [
  ...pastIncidents,
  {
    name: "Webhooks delivered late",
    updates: [
      {
        hoursAgo: 75.2,
        status: "Investigating",
        message:
          "Some webhooks reach their endpoints up to **20 minutes late**. No event is lost; we are looking into it.",
        components: { Webhooks: "Partial Outage" },
      },
      {
        hoursAgo: 74.6,
        status: "Identified",
        message:
          "A deployment halved the number of delivery workers. We are rolling it back, and the queue will drain by itself.",
      },
      {
        hoursAgo: 74.1,
        status: "Monitoring",
        message:
          "The rollback is complete and new events go out at once. The backlog shrinks by about 9,000 events a minute.",
        components: { Webhooks: "Degraded Performance" },
      },
      {
        hoursAgo: 73.3,
        status: "Resolved",
        message:
          "The backlog is empty. Every delayed event was delivered **exactly once**, in order.\n\nTo keep this from happening again:\n\n- deployments can no longer lower the number of workers by themselves\n- an alert goes out when an event waits for more than 60 seconds",
        components: { Webhooks: "Operational" },
      },
    ],
  },
  {
    name: "Errors when uploading large files",
    updates: [
      {
        hoursAgo: 26.4,
        status: "Investigating",
        message:
          "Uploads above 100 MB fail more often than they should. Smaller files and all downloads are fine.",
        components: { "File storage": "Partial Outage" },
      },
      {
        hoursAgo: 25.1,
        status: "Identified",
        message:
          "One of three storage regions rejects multipart uploads. We send uploads to the other two meanwhile.",
        components: { "File storage": "Degraded Performance" },
      },
      {
        hoursAgo: 22.7,
        status: "Monitoring",
        message:
          "All uploads succeed again. We watch the repaired region through the next peak before we close this.",
        components: { "File storage": "Operational" },
      },
    ],
  },
  {
    name: "Search results are out of date",
    updates: [
      {
        hoursAgo: 1.3,
        status: "Investigating",
        message:
          "Records changed since this morning may not be found yet. Opening them directly shows the current state.",
        components: { Search: "Degraded Performance" },
      },
      {
        hoursAgo: 0.6,
        status: "Identified",
        message:
          "Indexing fell behind after a very large import. We have added capacity; at the present pace search is up to date within the hour.",
      },
    ],
  },
];
