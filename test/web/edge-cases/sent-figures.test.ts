import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { noticeMailMessages } from "../../../web/admin/mail/calls.ts";
import { totalText } from "../../../web/admin/mail/counts-text.ts";
import type { MailMessages } from "../../../worker/notify/mail/schema.ts";

const none = { sent: 0, failed: 0, waiting: 0, withdrawn: 0 };

test.for([
  ["Sending… 0 of 2", { ...none, waiting: 1 }, { ...none, waiting: 1 }],
  ["Sending… 1 of 2", { ...none, sent: 1 }, { ...none, waiting: 1 }],
  ["Sending… 1 of 3, 1 failed", { ...none, sent: 1, failed: 1 }, { ...none, waiting: 1 }],
  ["Sent to 2 ✓", { ...none, sent: 1 }, { ...none, sent: 1 }],
  ["Sent to 1,412 ✓", { ...none, sent: 1400 }, { ...none, sent: 12 }],
  ["Sent to 1, 1 failed", { ...none, sent: 1 }, { ...none, failed: 1 }],
  ["Sent to 0, 2 withdrawn", { ...none, withdrawn: 2 }, none],
] as const)("%s", ([text, ...channels]) => {
  expect(totalText(channels)).toBe(text);
});

test.for([
  ["goes on while a channel waits", 1, true],
  ["stops when everything was sent", 0, false],
] as const)("the reading of how far an update has got %s", ([, waiting, goesOn]) => {
  const message = { ...none, sent: 1, channels: [{ channel: "slack", ...none, waiting }] };
  const client = new QueryClient();
  const options = noticeMailMessages("incident", "update");
  // The rest of the answer doesn't matter here.
  client.setQueryData(options.queryKey, { messages: [message] } as unknown as MailMessages);
  const [query] = client.getQueryCache().getAll();
  const { refetchInterval } = new QueryObserver(client, options).options;
  if (typeof refetchInterval !== "function" || !query) throw new Error("There must be an interval.");
  expect(Boolean(refetchInterval(query as never))).toBe(goesOn);
});
