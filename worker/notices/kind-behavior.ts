import type { BatchItem } from "drizzle-orm/batch";
import type { ComponentStatuses } from "../components/schema.ts";
import type { CallDescription } from "../openapi/call.ts";
import type { WriteDb } from "../storage/db.ts";
import type { NoticeKind, NoticeStatus } from "./domain.ts";

export interface StatusTransition {
  noticeID: string;
  from: NoticeStatus | null;
  to: NoticeStatus;
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
  validate?: (fields: ValidatedFields) => void;
  changeComponents: (db: WriteDb<"public">, transition: StatusTransition) => BatchItem<"sqlite">[];
  /** This statement runs before the notice's own `createdAt` changes. */
  correctStart?: (db: WriteDb<"public">, noticeID: string, createdAt: string) => BatchItem<"sqlite">;
  deletion: {
    description: Pick<CallDescription, "parameters" | "refuses">;
    /**
     * These statements run before the notice is deleted.
     * @throws Refusal 400 for the query
     */
    statements: (
      db: WriteDb<"public">,
      noticeID: string,
      query: Record<string, string>,
    ) => BatchItem<"sqlite">[];
  };
}
