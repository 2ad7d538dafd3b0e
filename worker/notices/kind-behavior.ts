import type { SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { ComponentStatuses } from "../components/schema.ts";
import type { WriteDb } from "../storage/db.ts";
import type { Notice, NoticeKind, NoticeStatus } from "./domain.ts";
import type { CompleteNotice } from "./from-template.ts";
import type { UndoOffer } from "./undo/capture.ts";

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

/** The effects of a change of a notice's status on components. The write and its preview both follow them. */
export interface ComponentEffects {
  starts: boolean;
  /** Its affected components get back what they would have without it. */
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
  backfill?: (db: WriteDb<"public">, input: CompleteNotice, undo?: UndoOffer) => Promise<Notice>;
  effectsOf: (change: RequestedChange) => ComponentEffects;
  changeComponents: (db: WriteDb<"public">, transition: StatusTransition) => BatchItem<"sqlite">[];
  /** A subquery with the components that the notice's end restores, and their statuses then. */
  restoredComponents: (noticeID: string, change: Pick<RequestedChange, "to" | "components">) => SQL;
  /** This statement runs before the notice's own `createdAt` changes. */
  correctStart?: (db: WriteDb<"public">, noticeID: string, createdAt: string) => BatchItem<"sqlite">;
  deletion: {
    /** Describes the query parameter `restoreComponents`. */
    description: string;
    restoresByDefault: boolean;
    /** These statements run before the notice is deleted. */
    statements: (
      db: WriteDb<"public">,
      noticeID: string,
      { restoreComponents }: { restoreComponents: boolean },
    ) => BatchItem<"sqlite">[];
  };
}
