import type { SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { ComponentStatuses } from "../../components/schema.ts";
import type { WriteDb } from "../../storage/db.ts";
import type { Notice, NoticeKind, NoticeStatus } from "../domain.ts";
import type { notices } from "../table.ts";
import type { CompleteNotice } from "./from-template.ts";
import type { Creation } from "./notice-write.ts";

export interface StatusTransition {
  noticeID: string;
  from: NoticeStatus | null;
  to: NoticeStatus;
  components: ComponentStatuses;
  /** Undefined if the request leaves it to the kind's default. */
  restoreComponents?: boolean | undefined;
  at: string;
  now: string;
}

/** What changing a notice's status does to components. The write and its preview use the same value. */
export interface ComponentEffects {
  starts: boolean;
  /** The affected components get the statuses that they would have without this notice. */
  restores: boolean;
  sets: ComponentStatuses;
}

export type RequestedChange = Pick<StatusTransition, "from" | "to" | "components" | "restoreComponents">;

interface ValidatedFields {
  startAt: string | null;
  endAt: string | null;
}

export interface KindBehavior {
  kind: NoticeKind;
  validate?: (fields: ValidatedFields) => void;
  backfill?: (db: WriteDb<"public" | "mail">, input: CompleteNotice, creation?: Creation) => Promise<Notice>;
  componentEffects: (change: RequestedChange) => ComponentEffects;
  changeComponents: (db: WriteDb<"public">, transition: StatusTransition) => BatchItem<"sqlite">[];
  /** A subquery that selects the components whose statuses are restored when the notice ends, with these statuses. */
  restoredComponents: (noticeID: string, change: Pick<RequestedChange, "to" | "components">) => SQL;
  /** These statements run before the notice's own `createdAt` changes. */
  correctStart?: (
    db: WriteDb<"public">,
    current: typeof notices.$inferSelect,
    createdAt: string,
  ) => BatchItem<"sqlite">[];
  deletion: {
    /** Describes the query parameter `restoreComponents`. */
    description: string;
    restoresByDefault: boolean;
    /** These statements run before the notice is deleted. */
    statements: (
      db: WriteDb<"public">,
      noticeID: string,
      { restoreComponents, now }: { restoreComponents: boolean; now: string },
    ) => BatchItem<"sqlite">[];
  };
}
