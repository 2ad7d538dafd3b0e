import type { BatchItem } from "drizzle-orm/batch";
import type { ComponentStatuses } from "../components/schema.ts";
import type { CallDescription } from "../openapi/call.ts";
import type { WriteDb } from "../storage/db.ts";
import type { NoticeKind, NoticeStatus } from "./domain.ts";

/** A notice on its way from one status to another; `from` is null before it is there. */
export interface Move {
  noticeID: string;
  from: NoticeStatus | null;
  to: NoticeStatus;
  touched: ComponentStatuses;
  /** Whether the components that it has are given back. */
  restoresComponents?: boolean;
  at: string;
  now: string;
}

interface Checked {
  status: NoticeStatus;
  startAt: string | null;
  endAt: string | null;
  restoreComponents: boolean;
}

/** Where incidents and maintenances differ. */
export interface Rules {
  kind: NoticeKind;
  /** Throws a Refusal for what can not be, whichever of its fields changed. */
  check?: (notice: Checked) => void;
  /** What a move does to components, for the batch of the move. */
  effects: (db: WriteDb<"public">, move: Move) => BatchItem<"sqlite">[];
  /** Where it is corrected when it began: for the batch of the correction, before that is written. */
  redate?: (db: WriteDb<"public">, noticeID: string, createdAt: string) => BatchItem<"sqlite">;
  deletion: {
    /** What the API's description says of its query. */
    description: Pick<CallDescription, "parameters" | "refuses">;
    /** What else is written in the batch that deletes it, while it is still there. Throws a Refusal for its query. */
    effects: (
      db: WriteDb<"public">,
      noticeID: string,
      query: Record<string, string>,
    ) => BatchItem<"sqlite">[];
  };
}
