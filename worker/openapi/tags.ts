import { entities } from "../entities/registry.ts";
import type { Entity } from "../storage/entity.ts";

const { component, group, incident, maintenance, metric, postmortem, settings, subscriber, template } =
  entities;

/** Each tag is a task with a page of the documentation. The pages for API keys come first. */
export const tags: Record<string, string> = {
  "Send metric data":
    "Find a metric and submit its points from a script. Metrics of type Self get their points only this way.",
  ...tagDescriptions(incident, postmortem, maintenance, component, group, template, subscriber),
  "Export and restore":
    "Export everything into one archive, and restore it into an empty installation. `daymark export` and `daymark restore` make these calls.",
  "Check the installation":
    "Find out which part of an installation fails, and how to fix it. `daymark doctor` makes this call.",
  "Audit log": "See who changed what and when, and verify that nothing was removed from the log.",
  "Read the status page":
    "Read without credentials what visitors see: metrics with their points, and public settings. Components, groups, incidents and maintenances have pages of their own.",
  "Statuspage compatibility":
    "Connect clients of Atlassian Statuspage: its read API works with this page, without credentials.",
  ...tagDescriptions(metric, settings),
  // The others. A tag that is here already keeps its place.
  ...tagDescriptions(...Object.values(entities)),
  Email: "See what was sent and what failed, and send a test email.",
  Console: "Make what the administrator console has: an overview, a preview before each write, and undo.",
  System: "Check the health of this installation, and read this description.",
};

function tagDescriptions(...all: Pick<Entity, "tag">[]): Record<string, string> {
  return Object.fromEntries(all.flatMap(({ tag }) => (tag ? [[tag.name, tag.description]] : [])));
}
