import { hashKey, keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import type { Preview, PreviewRequest } from "../../../../worker/notices/preview/schema.ts";
import { adminAPI, readBody } from "../../api/api.ts";
import { pause } from "../../pause.ts";

/** @public for tests */
export const TYPING_PAUSE_MS = 400;

/** The headline doesn't depend on these fields, so it stays while someone types. */
const TEXT_FIELDS = ["name", "message"] as const;

/**
 * What the API computed for this very request; a part is undefined until then. A part also stays for requests that differ
 * only in fields on which it doesn't depend.
 * @param request undefined while there is nothing to preview
 */
export function usePreview(request: PreviewRequest | undefined) {
  const { data, error, isFetching } = useQuery({
    queryKey: ["notice-preview", request],
    queryFn: request
      ? async ({ signal }) => {
          // While someone types, only the last request is sent.
          await pause(TYPING_PAUSE_MS, signal);
          const response = adminAPI().preview.$post({ json: request }, { init: { signal } });
          return { request, preview: await readBody(response) };
        }
      : skipToken,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  function computedFor(ignoredFields: readonly (keyof PreviewRequest)[]): Preview | undefined {
    const ignored = Object.fromEntries(ignoredFields.map((field) => [field, undefined]));
    const [own, computed] = [request, data?.request].map((each) => hashKey([{ ...each, ...ignored }]));
    return own === computed ? data?.preview : undefined;
  }
  return {
    preview: computedFor([]),
    banner: computedFor(TEXT_FIELDS)?.banner,
    restores: computedFor([...TEXT_FIELDS, "restoreComponents"])?.restores,
    error,
    isFetching,
  };
}
