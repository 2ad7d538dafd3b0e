import { queryOptions } from "@tanstack/react-query";
import type { Notice } from "../../../../worker/notices/domain.ts";
import { adminAPI, readBody } from "../../api/api.ts";

export function worstStatuses({ noticeID, updatedAt }: Pick<Notice, "noticeID" | "updatedAt">) {
  const query = { notice: noticeID };
  return queryOptions({
    queryKey: ["worst-statuses", query, updatedAt],
    queryFn: async () => {
      const worst = await readBody(adminAPI().overview["worst-statuses"].$get({ query }));
      return new Map(worst.map(({ componentID, status }) => [componentID, status]));
    },
  });
}
