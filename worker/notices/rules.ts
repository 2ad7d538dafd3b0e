import type { BatchItem } from "drizzle-orm/batch";
import type { ComponentStatuses } from "../components/schema.ts";
import type { CallDescription } from "../openapi/call.ts";
import type { WriteDb } from "../storage/db.ts";
import type { NoticeKind, NoticeStatus } from "./domain.ts";

/** What a PATCH of a notice may carry. */
export interface NoticeChange {
  name?: string | undefined;
  status?: NoticeStatus | undefined;
  message?: string | undefined;
  components?: ComponentStatuses | undefined;
  createdAt?: string | undefined;
  startAt?: string | undefined;
  endAt?: string | undefined;
  notifySubscribers?: boolean | undefined;
  restoreComponents?: boolean | undefined;
}

/** An update is appended for these fields; the others change the notice itself. */
export function appendsUpdate({ status, message, components }: NoticeChange): boolean {
  return [status, message, components].some((field) => field !== undefined);
}

export type NewNotice = NoticeChange & { name: string; status: NoticeStatus };

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
