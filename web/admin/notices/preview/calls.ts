import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { PreviewRequest } from "../../../../worker/preview/schema.ts";
import { adminAPI, bodyOf } from "../../api.ts";
import { pause } from "../../pause.ts";

const TYPING_PAUSE_MS = 400;

/** While someone types, only the last request is sent. */
export function previewOf(request: PreviewRequest) {
  return queryOptions({
    queryKey: ["notice-preview", request],
    queryFn: async ({ signal }) => {
      await pause(TYPING_PAUSE_MS, signal);
      return bodyOf(adminAPI().preview.$post({ json: request }, { init: { signal } }));
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}
