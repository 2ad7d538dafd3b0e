import { operationTexts } from "../openapi/operation-text.ts";

export const subscriberOperations = operationTexts("Subscribers", {
  subscribe: {
    summary: "Subscribe to emails",
    description:
      "Sends an email with a link to confirm the subscription. The answer is the same for every well-formed address, whether it is subscribed or not, and while email is off. An address gets one such email in 10 minutes at most. 10 calls a minute are accepted from a network.",
  },
  findSubscriber: {
    summary: "Find a subscriber",
    description:
      "Returns all that is stored about an email address. The address is in the body, since addresses of requests end up in logs.",
  },
  eraseSubscriber: {
    summary: "Erase a subscriber",
    description:
      "Deletes all that is stored about an email address. Succeeds, too, where nothing is stored about it.",
  },
});
