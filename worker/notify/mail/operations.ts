import { operationTexts } from "../../openapi/operation-text.ts";

export const emailOperations = operationTexts("Email", {
  listEmails: {
    summary: "List emails",
    description:
      "Returns how many emails about each incident and maintenance were sent, failed, are waiting or were withdrawn, newest first, and the same for emails that ask to confirm a subscription.",
  },
  countEmailRecipients: {
    summary: "Count an email's recipients",
    description:
      "Returns how many confirmed subscribers would get an email about the given components, incident or maintenance.",
  },
  sendTestEmail: {
    summary: "Send a test email",
    description:
      "Sends an email to an address with the saved settings. If the email service refuses it, the response has the service's own message.",
  },
  receiveEmailNotification: {
    summary: "Receive a bounce or complaint",
    description:
      "Accepts what Amazon SNS sends when an email bounces or is reported as spam, and ends that subscription. The message's signature is checked, so no other credentials are needed.",
  },
  receiveResendEvent: {
    summary: "Receive an event of Resend",
    description:
      "Accepts the events of Resend's webhook, and ends the subscription of an address that bounced or complained. The signature is checked with the webhook's signing secret, so no other credentials are needed.",
  },
  receivePostmarkEvent: {
    summary: "Receive an event of Postmark",
    description:
      "Accepts the events of Postmark's webhook, and ends the subscription of an address that bounced or complained. Its address has the password of the settings, with any user name, as in `https://daymark:<password>@<status page>/api/hooks/postmark`.",
  },
});
