import { operationTexts } from "../../openapi/operation-text.ts";

export const subscriberOperations = operationTexts("Subscribers", {
  subscribe: {
    summary: "Subscribe to emails",
    description:
      "Sends an email with a link to confirm the subscription. The response is the same for every well-formed address, whether or not it is subscribed and whether or not email is on. An address gets at most one such email in 10 minutes. A network can make 10 calls a minute; refused calls don't count. Calls from pages of other sites are refused.",
  },
  countSubscribers: {
    summary: "Count subscribers",
    description:
      "Returns how many subscribers there are for each channel and state. The team's own channels are not counted.",
  },
  exportSubscribers: {
    summary: "Export subscribers",
    description:
      "Returns all subscribers as CSV with a header line, in UTF-8: email addresses in full, other addresses shortened. A value that a spreadsheet would run as a formula has an apostrophe before it. The team's own channels are left out.",
  },
  listSubscribers: {
    summary: "Search the subscribers",
    description:
      "Returns a page of 50 subscribers, with what each gets and the last message. What is searched for is in the body because URLs end up in logs. A page covers 10,000 subscribers at most, so a search goes on until `nextCursor` is null. The team's own channels are left out. Each call is an entry of the audit log, without the addresses.",
  },
  findSubscriber: {
    summary: "Find a subscriber",
    description:
      "Returns everything that is stored about an email address, or about the subscriber of an ID. The address is in the body because URLs end up in logs.",
  },
  eraseSubscriber: {
    summary: "Erase a subscriber",
    description:
      "Deletes everything that is stored about an email address. Also succeeds if nothing is stored about it.",
  },
});
