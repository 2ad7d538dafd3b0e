import type { NoticeKind } from "../../../worker/notices/domain.ts";
import type { Components } from "./convert-components.ts";
import type { Notes } from "./notes.ts";

export interface ImportContext {
  url: string;
  components: Components;
  notes: Notes;
}

/** The parts of a notice are converted with it. */
export interface NoticeContext extends ImportContext {
  kind: NoticeKind;
  noticeID: string;
  createdAt: string;
}
