import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import type { MailMessages } from "../../../worker/notify/mail/schema.ts";
import { MINUTE_MS, SECOND_MS } from "../../../worker/shared/time/domain.ts";
import { adminAPI, readBody } from "../api/api.ts";
import { retryFirstLoad } from "../api/query-client.ts";
import { hasAudience } from "./people-text.ts";

/**
 * The subscribers that an update of these components notifies, with those that the notice affected before. `audience` is
 * undefined until they are counted for these components. Meanwhile `canNotify` is that of the earlier ones.
 */
export function useRecipients(noticeID: string, componentIDs: string[]) {
  const query = { notice: noticeID, components: componentIDs.toSorted().join(",") };
  const { data, isPlaceholderData } = useQuery({
    queryKey: ["mail-recipients", query],
    queryFn: () => readBody(adminAPI().mail.recipients.$get({ query })),
    placeholderData: keepPreviousData,
  });
  return { audience: isPlaceholderData ? undefined : data, canNotify: hasAudience(data) };
}

const WAITING_POLL_MS = 5 * SECOND_MS;
const IDLE_POLL_MS = MINUTE_MS;

export const mailMessages = queryOptions({
  queryKey: ["mail-messages"],
  queryFn: () => readBody(adminAPI().mail.messages.$get()),
  refetchInterval: (query) => {
    const { data } = query.state;
    if (!data) return retryFirstLoad(query);
    return [...data.messages, data.confirmations].some(({ waiting }) => waiting > 0)
      ? WAITING_POLL_MS
      : IDLE_POLL_MS;
  },
});

/** It is read anew for each new update, and while anything about the notice waits. */
export function noticeMailMessages(noticeID: string, newestUpdateID: string) {
  return queryOptions({
    queryKey: ["mail-messages", noticeID, newestUpdateID],
    queryFn: () => readBody(adminAPI().mail.messages.$get({ query: { notice: noticeID } })),
    placeholderData: keepPreviousData,
    refetchInterval: (query) => {
      const { data } = query.state;
      if (!data) return retryFirstLoad(query);
      return data.messages.some(isWaiting) && WAITING_POLL_MS;
    },
  });
}

function isWaiting({ waiting, channels }: MailMessages["messages"][number]): boolean {
  return waiting > 0 || channels.some((channel) => channel.waiting > 0);
}

export async function sendTestMail(emailAddress: string): Promise<void> {
  await readBody(adminAPI().mail.test.$post({ json: { emailAddress } }));
}
