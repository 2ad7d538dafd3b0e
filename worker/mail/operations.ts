import { operationTexts } from "../openapi/operation-text.ts";

export const emailOperations = operationTexts("Email", {
  listEmails: {
    summary: "List emails",
    description:
      "Returns how many emails about each incident and maintenance were sent, failed, wait or were withdrawn, the newest first, and the same for emails that ask to confirm a subscription.",
  },
  countEmailRecipients: {
    summary: "Count an email's recipients",
    description:
      "Returns how many confirmed subscribers would get an email about the components or the incident or maintenance that the parameters name.",
  },
  sendTestEmail: {
    summary: "Send a test email",
    description:
      "Sends an email to an address with the stored settings. If the email service refuses, the call is refused with its own words.",
  },
  receiveEmailNotification: {
    summary: "Receive an email notification",
    description:
      "Takes what Amazon SNS posts when emails bounce or are reported as spam, and ends the subscriptions that it is about. The message's signature says that it is genuine, so no other credentials are needed.",
  },
});
