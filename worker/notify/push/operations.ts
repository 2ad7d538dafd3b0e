import { operationTexts } from "../../openapi/operation-text.ts";

export const pushOperations = operationTexts("Subscribers", {
  getPushKey: {
    summary: "Get the key for notifications",
    description:
      "Returns the public key that a browser needs to subscribe to notifications (VAPID, RFC 8292). Responds with 404 while webhooks, chat and push are turned off.",
  },
  subscribeBrowser: {
    summary: "Subscribe a browser to notifications",
    description:
      "Subscribes a browser, or changes its choices. The browser's user has given permission, so nothing has to be confirmed, but its push service has to accept a first notification within a day. Only the push services of browsers are allowed. A network can make 10 calls a minute; refused calls don't count. Calls from pages of other sites are refused.",
  },
  findBrowserSubscription: {
    summary: "Find a browser's subscription",
    description:
      "Returns what a browser gets notifications about. The endpoint is in the body because URLs end up in logs.",
  },
  unsubscribeBrowser: {
    summary: "Unsubscribe a browser from notifications",
    description: "Deletes everything that is stored about a browser. Also succeeds if nothing is stored.",
  },
});
