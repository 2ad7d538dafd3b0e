/** The groups in which the API's description lists its calls, in this order. */
export const tags = {
  "Metric data": "Submit and read the points of metrics.",
  Components: "The parts of the service whose status the page shows.",
  Incidents: "Unplanned disruptions, told in updates.",
  Maintenances: "Planned work, which starts and ends by itself.",
  Metrics: "The graphs of the status page, and where their points come from.",
  Settings: "Name, colors and logo of the page, its emails and its API keys.",
  Subscribers: "The people who get emails about incidents and maintenances.",
  Email: "What was sent, what failed, and what the email service reports.",
  "Statuspage compatibility":
    "The read API of hosted status pages, for existing clients. Its format is not Daymark's to change.",
  System: "Health and this description.",
} as const;

export type Tag = keyof typeof tags;
