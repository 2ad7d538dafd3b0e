import { operationTexts } from "../openapi/operation-text.ts";

export const healthOperations = {
  ...operationTexts("System", {
    getHealth: {
      summary: "Check health",
      description:
        "Returns 200 if the database and the file storage respond and the database has this version's schema, otherwise 503. A database with migrations that this version doesn't know is fine: `warning` says so.",
    },
  }),
  ...operationTexts("Check the installation", {
    getHealthReport: {
      summary: "Check every part",
      description:
        "Returns checks of the database and its migrations, the file storage, the clock, the configuration, the cron, queues, metrics, alerts, emails, webhooks and chat, the nightly export, sign-in and the version. Each has a status, a sentence and, unless its status is `ok`, what to do about it. The response is a 200 whatever the checks find. It has no secrets and no email addresses.",
    },
  }),
};
