import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { MINUTE_MS, SECOND_MS } from "../../../worker/time/domain.ts";
import { administrator, answer } from "../api.ts";
import { retryFirstLoad } from "../query-client.ts";

/** The number of subscribers that an update of these components notifies, with those that the notice affected before. */
export function recipients(noticeID: string, componentIDs: string[]) {
  const query = { notice: noticeID, components: componentIDs.toSorted().join(",") };
  return queryOptions({
    queryKey: ["mail-recipients", query],
    queryFn: () => answer(administrator().mail.recipients.$get({ query })),
    placeholderData: keepPreviousData,
  });
}

const [OFTEN, SELDOM] = [5 * SECOND_MS, MINUTE_MS];

/** Polled more often while emails are waiting. */
export const mailMessages = queryOptions({
  queryKey: ["mail-messages"],
  queryFn: () => answer(administrator().mail.messages.$get()),
  refetchInterval: (query) => {
    const { data } = query.state;
    if (!data) return retryFirstLoad(query);
    return [...data.messages, data.confirmations].some(({ waiting }) => waiting > 0) ? OFTEN : SELDOM;
  },
});

export async function sendTestMail(emailAddress: string): Promise<void> {
  await answer(administrator().mail.test.$post({ json: { emailAddress } }));
}
