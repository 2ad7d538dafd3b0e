import type { NewNotice, Notice, NoticeChange, NoticeKind } from "../../../../worker/notices/domain.ts";
import type { PreviewRequest } from "../../../../worker/notices/preview/schema.ts";

export function previewRequest(
  kind: NoticeKind,
  notice: Notice | undefined,
  fields: NewNotice | NoticeChange,
): PreviewRequest {
  // The fields are those of the form's kind, which TypeScript can't follow.
  return { kind, ...(notice && { noticeID: notice.noticeID }), ...fields } as PreviewRequest;
}

export function deletionRequest({ kind, noticeID }: Notice, restoreComponents: boolean): PreviewRequest {
  return { kind, noticeID, deletes: true, restoreComponents };
}
