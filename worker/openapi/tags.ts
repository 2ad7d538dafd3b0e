/** The groups of calls, in the order in which the documentation lists them. */
export const tags = {
  "Metric data": "Submit and read the points of metrics.",
  Components: "The parts of the service whose status the page shows.",
  Incidents: "Unplanned disruptions, with their updates.",
  Maintenances: "Planned work, which starts and ends automatically.",
  Metrics: "The graphs of the status page and the sources of their points.",
  Settings: "The page's name, color and logo, its email notifications and its API keys.",
  Subscribers: "People who get emails about incidents and maintenances.",
  Email: "What was sent, what failed, and what the email service reports.",
  "Statuspage compatibility": "The read API of hosted status pages, for existing clients, in their format.",
  System: "Health and this description.",
} as const;

export type Tag = keyof typeof tags;
