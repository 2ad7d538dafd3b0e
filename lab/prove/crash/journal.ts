import type { ComponentStatus } from "../../../worker/components/domain.ts";

/** Once a write was answered with success, all of this must be stored. Names, messages and points are unique in a run. */
export type Effect =
  | { kind: "notice"; name: string; message: string; status?: ComponentStatus }
  | { kind: "update"; message: string; status?: ComponentStatus }
  | { kind: "component"; status: ComponentStatus }
  | { kind: "setting"; serviceName: string }
  | { kind: "point"; at: number; value: number };

export interface Write {
  /** The number of the writer. Each has a component and a metric of its own, so its writes have an order. */
  writer: number;
  method: "POST" | "PATCH";
  path: string;
  body: unknown;
  idempotencyKey?: string;
  effect: Effect;
  /** The server died before it answered a write that is `unanswered`: it may be stored or not. */
  state: "unanswered" | "answered" | "refused";
  /** Unknown if the first answer was lost, because a retry has an ID of its own. */
  requestID?: string | undefined;
  createdID?: string;
}

export interface Writer {
  number: number;
  componentID: string;
  metricID: string;
  /** The paths of notices that the writer can update, newest last. */
  notices: string[];
  /** The component's current status. After a crash it is read from the database. */
  status: ComponentStatus;
  pointCount: number;
}
