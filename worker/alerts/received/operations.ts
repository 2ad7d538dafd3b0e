import { operationTexts } from "../../openapi/operation-text.ts";
import { MAX_ALERTS_PER_BODY } from "../domain.ts";

export const alertOperations = operationTexts("Alerts", {
  receiveAlerts: {
    summary: "Send alerts",
    description: `Takes what a monitoring service sends as it is, with at most ${MAX_ALERTS_PER_BODY} alerts. What is accepted is stored, and the rules see it within a minute. Repeated messages, and messages in any order, change nothing more. The key can also be sent as the password of basic authentication, or as a bearer token. The source \`sns\` takes messages that Amazon SNS has signed for the topic whose ARN is the parameter \`topic\`. The source \`generic\` takes \`key\`, \`state\` (\`firing\` or \`resolved\`), \`title\`, \`labels\`, \`link\` and \`at\`, or a list of such alerts as \`alerts\`. What it gets in another format is kept, and is an alert once an administrator has chosen where its key, title and state are: \`updateApiKey\`.`,
  },
  receiveAlertsWithKey: {
    summary: "Send alerts to an address with a key",
    description: "As `receiveAlerts`, for senders that can only be given an address.",
  },
  listReceivedAlerts: {
    summary: "List received alerts",
    description:
      "Returns what was received in the last 30 days, the newest first, 50 at most, and which rules it matches.",
  },
});
