import type { BatchItem } from "drizzle-orm/batch";
import type { ComponentStatuses } from "../components/schema.ts";
import type { Db } from "../storage/db.ts";
import type { Notice } from "./assemble.ts";
import type { NoticeKind } from "./table.ts";

export type NoticeUpdate = Notice["updates"][number];

/** What a PATCH of a notice may carry. */
export interface NoticeChange {
  name?: string | undefined;
  status?: string | undefined;
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

export interface DeletionOptions {
  restoreComponents: boolean;
  /** The `updatedAt` that the deletion was decided on; refused with 409 when it has moved on. */
  unchangedSince?: string | undefined;
}

export type NewNotice = NoticeChange & { name: string; status: string };

/** A notice on its way from one status to another; `from` is null before it is there. */
export interface Move {
  noticeID: string;
  from: string | null;
  to: string;
  touched: ComponentStatuses;
  /** Whether the components that it has are given back. */
  restoresComponents?: boolean;
  at: string;
  now: string;
}

interface Checked {
  status: string;
  startAt: string | null;
  endAt: string | null;
  restoreComponents: boolean;
}

/** Where incidents and maintenances differ. */
export interface Rules {
  kind: NoticeKind;
  /** The notice as the API answers it. */
  answer: (notice: Notice) => object;
  answerUpdate: (update: NoticeUpdate) => object;
  /** Throws a Refusal for what can not be, whichever of its fields changed. */
  check?: (notice: Checked) => void;
  /** What a move does to components, for the batch of the move. */
  effects: (db: Db, move: Move) => BatchItem<"sqlite">[];
  /** Where it is corrected when it began: for the batch of the correction, before that is written. */
  redate?: (db: Db, noticeID: string, createdAt: string) => BatchItem<"sqlite">;
  /** What else is written in the batch that deletes it, while it is still there. */
  beforeDeletion: (db: Db, noticeID: string, options: DeletionOptions) => BatchItem<"sqlite">[];
}
