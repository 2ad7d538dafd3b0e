import { operationTexts } from "../openapi/operation-text.ts";

export const subscriberOperations = operationTexts("Subscribers", {
  subscribe: {
    summary: "Subscribe to emails",
    description:
      "Sends an email with a link to confirm the subscription. The response is the same for every well-formed address, whether or not it is subscribed and whether or not email is on. An address gets at most one such email in 10 minutes. A network can make 10 calls a minute.",
  },
  findSubscriber: {
    summary: "Find a subscriber",
    description:
      "Returns everything that is stored about an email address. The address is in the body because URLs end up in logs.",
  },
  eraseSubscriber: {
    summary: "Erase a subscriber",
    description:
      "Deletes everything that is stored about an email address. Also succeeds if nothing is stored about it.",
  },
});
