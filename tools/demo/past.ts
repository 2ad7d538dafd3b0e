import type { DemoIncident } from "./content.ts";

const days = (count: number) => count * 24;

export const pastIncidents: DemoIncident[] = [
  {
    name: "Search unavailable",
    updates: [
      {
        hoursAgo: days(81) + 0.9,
        status: "Investigating",
        message:
          "Every search answers with an error. Records can still be opened from lists and by their address.",
        components: { Search: "Major Outage" },
      },
      {
        hoursAgo: days(81) + 0.2,
        status: "Resolved",
        message: "A full disk on one of the index nodes. It has been replaced, and search is complete again.",
        components: { Search: "Operational" },
      },
    ],
  },
  {
    name: "Network trouble in Frankfurt",
    updates: [
      {
        hoursAgo: days(64) + 1.6,
        status: "Identified",
        message: "A provider of ours loses packets in Frankfurt. We send traffic by way of Amsterdam.",
        components: { API: "Partial Outage", Dashboard: "Partial Outage", "Sign-in": "Degraded Performance" },
      },
      {
        hoursAgo: days(64) + 0.7,
        status: "Monitoring",
        message: "All traffic takes the new way. Response times are as usual.",
        components: { API: "Operational", Dashboard: "Operational", "Sign-in": "Operational" },
      },
      { hoursAgo: days(63) + 20, status: "Resolved", message: "The provider has repaired the link." },
    ],
  },
  {
    name: "Imports wait longer than usual",
    updates: [
      {
        hoursAgo: days(52) + 6,
        status: "Investigating",
        message: "Imports start up to an hour late. Those that run are not affected.",
        components: { "Background jobs": "Degraded Performance" },
      },
      {
        hoursAgo: days(52) + 1,
        status: "Resolved",
        message: "The queue is empty. We have doubled the workers for the end of each month.",
        components: { "Background jobs": "Operational" },
      },
    ],
  },
  {
    name: "Charts in the dashboard stay empty",
    updates: [
      {
        hoursAgo: days(37) + 2.4,
        status: "Investigating",
        message:
          "Charts stay empty for some accounts. The figures behind them are there, and exports have them.",
        components: { Dashboard: "Partial Outage" },
      },
      {
        hoursAgo: days(37) + 0.8,
        status: "Resolved",
        message: "This morning's release is taken back. Please reload the page if a chart is still empty.",
        components: { Dashboard: "Operational" },
      },
    ],
  },
  {
    name: "API errors after a deployment",
    updates: [
      {
        hoursAgo: days(23) + 1.1,
        status: "Investigating",
        message: "Most requests to the API fail with `503`. We are taking the last deployment back.",
        components: { API: "Major Outage", Webhooks: "Degraded Performance" },
      },
      {
        hoursAgo: days(23) + 0.7,
        status: "Monitoring",
        message:
          "The API answers again. Requests that failed can be sent again safely with the same idempotency key.",
        components: { API: "Degraded Performance" },
      },
      {
        hoursAgo: days(23) + 0.1,
        status: "Resolved",
        message: "Error rates have been normal for half an hour.",
        components: { API: "Operational", Webhooks: "Operational" },
      },
    ],
  },
  {
    name: "Sign-in codes by SMS arrive late",
    updates: [
      {
        hoursAgo: days(12) + 3.2,
        status: "Identified",
        message: "Our SMS provider is slow in North America. Codes from an authenticator app work as always.",
        components: { "Sign-in": "Degraded Performance" },
      },
      {
        hoursAgo: days(12) + 0.9,
        status: "Resolved",
        message: "Codes arrive within seconds again.",
        components: { "Sign-in": "Operational" },
      },
    ],
  },
];
