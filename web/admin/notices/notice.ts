import type { InfiniteData, UseInfiniteQueryOptions } from "@tanstack/react-query";
import type { ComponentStatus, StatusColor } from "../../../worker/components/domain.ts";
import type { ComponentStatuses } from "../../../worker/components/schema.ts";
import type { LocalTime } from "../local-time.ts";

/** An incident or a maintenance: what the two have in common, and a maintenance's window. */
export interface Notice<Status extends string> {
  id: string;
  name: string;
  status: Status;
  /** What it last said about each component that it touched. */
  components: readonly {
    componentID: string;
    name: string;
    status: ComponentStatus;
    deleted?: true | undefined;
  }[];
  createdAt: string;
  updatedAt: string;
  startAt?: string;
  endAt?: string;
  /** Newest first. */
  updates: readonly NoticeUpdate<Status>[];
}

export interface NoticeUpdate<Status extends string> {
  id: string;
  status: Status;
  message: string;
  createdAt: string;
  updatedAt: string;
}

/** A PATCH carries some of it. */
export interface NewNotice<Status extends string> {
  name: string;
  status: Status;
  message: string;
  components: ComponentStatuses;
  startAt?: string;
  endAt?: string;
  notifySubscribers?: boolean;
  restoreComponents?: boolean;
}

export interface NoticePage<Status extends string> {
  notices: Notice<Status>[];
  /** The cursor of the page after it. */
  older: string | undefined;
}

type NoticeList<Status extends string> = UseInfiniteQueryOptions<
  NoticePage<Status>,
  Error,
  InfiniteData<NoticePage<Status>>,
  string[],
  string | undefined
>;

/** Where incidents and maintenances differ. */
export interface NoticeKind<Status extends string> {
  /** As in `Add Incident`. */
  title: string;
  /** As in `Incident Status`. */
  statusLabel: string;
  screen: { title: string; explanation: string; empty: { title: string; text: string } };
  /** The status that can give components back, where the end does not do so by itself. */
  resolved?: Status;
  /** In the order of the drop-down; the first is a new one's. */
  statuses: readonly [Status, ...Status[]];
  colors: Record<Status, StatusColor>;
  /** Below its name in the list. */
  subtitle: (notice: Notice<Status>) => string;
  /** The window that a new one has. */
  newWindow?: () => { startAt: LocalTime; endAt: LocalTime };
  /** What choosing component statuses does; where a new one has none to choose, they come with its first update. */
  components: { onAdd: boolean; explanation?: string; isPlanned?: (status: Status) => boolean };
  list: NoticeList<Status>;
  add: (notice: NewNotice<Status>) => Promise<unknown>;
  /** @param unchangedSince the `updatedAt` that the change is made on */
  change: (
    id: string,
    change: Partial<NewNotice<Status>>,
    unchangedSince: string | undefined,
  ) => Promise<unknown>;
  /** @param on the update as it was when editing it began */
  changeMessage: (
    id: string,
    on: Pick<NoticeUpdate<Status>, "id" | "updatedAt">,
    message: string,
  ) => Promise<unknown>;
  remove: (id: string, restoresComponents: boolean) => Promise<unknown>;
}
