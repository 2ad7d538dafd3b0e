import type { BatchItem } from "drizzle-orm/batch";
import type { ComponentStatuses } from "../components/schema.ts";
import type { CallDescription } from "../openapi/call.ts";
import type { WriteDb } from "../storage/db.ts";
import type { NoticeKind, NoticeStatus } from "./domain.ts";

/** `from` is null for a new notice. */
export interface StatusTransition {
  noticeID: string;
  from: NoticeStatus | null;
  to: NoticeStatus;
  /** The components in the request. */
  components: ComponentStatuses;
  restoreComponents?: boolean;
  at: string;
  now: string;
}

interface ValidatedFields {
  status: NoticeStatus;
  startAt: string | null;
  endAt: string | null;
  restoreComponents: boolean;
}

export interface KindBehavior {
  kind: NoticeKind;
  /** @throws Refusal 400 */
  validate?: (fields: ValidatedFields) => void;
  /** Statements for the batch that writes the transition. */
  changeComponents: (db: WriteDb<"public">, transition: StatusTransition) => BatchItem<"sqlite">[];
  /** A statement that runs before the notice's own `createdAt` changes. */
  correctStart?: (db: WriteDb<"public">, noticeID: string, createdAt: string) => BatchItem<"sqlite">;
  deletion: {
    /** What the API's description says of its query. */
    description: Pick<CallDescription, "parameters" | "refuses">;
    /**
     * Statements that run before the notice is deleted.
     * @throws Refusal 400 for the query
     */
    statements: (
      db: WriteDb<"public">,
      noticeID: string,
      query: Record<string, string>,
    ) => BatchItem<"sqlite">[];
  };
}
