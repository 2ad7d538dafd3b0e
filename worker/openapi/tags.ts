/** Each tag is a task with a page of the documentation. The pages for API keys come first. */
export const tags = {
  "Send metric data":
    "Find a metric and submit its points from a script. Metrics of type Self get their points only this way.",
  Incidents: "Report an unplanned disruption, post updates about it and resolve it.",
  "Incident write-ups": "Explain after an incident what happened (postmortem).",
  Maintenances: "Schedule work, post updates about it and move it. It starts and ends automatically.",
  Components: "Set the status of the parts of the service, and add, rename or remove them.",
  "Component groups":
    "Show components under one name, for example those of a product or a region, and read the group's status.",
  Templates:
    "Keep the texts that administrators write often, for incidents and maintenances. Visitors don't see them.",
  Subscribers: "Subscribe an address to emails, and find or erase what is stored about it.",
  "Export and restore":
    "Export everything into one archive, and restore it into an empty installation. `daymark export` and `daymark restore` make these calls.",
  "Check the installation":
    "Find out which part of an installation fails, and how to mend it. `daymark doctor` makes this call.",
  "Audit log": "See who changed what and when, and verify that nothing was removed from the log.",
  "Read the status page":
    "Read without credentials what visitors see: metrics with their points, and public settings. Components, groups, incidents and maintenances have pages of their own.",
  "Statuspage compatibility":
    "Connect clients of Atlassian Statuspage: its read API works with this page, without credentials.",
  Metrics: "Choose which graphs the status page shows, and where their points come from.",
  Settings: "Change the page's name, color and logo, its email notifications and its API keys.",
  "Team channels":
    "Tell the team's own chats, webhooks and mailboxes about incidents, maintenances and failures.",
  Email: "See what was sent and what failed, and send a test email.",
  Console: "Make what the administrator console has: an overview, a preview before each write, and undo.",
  System: "Check the health of this installation, and read this description.",
} as const;

export type Tag = keyof typeof tags;
