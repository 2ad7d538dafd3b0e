import type { StatusColor } from "../components/domain.ts";

/** In the order of the drop-down; the first is a new maintenance's. */
export const maintenanceStatuses = ["Scheduled", "In Progress", "Verifying", "Completed"] as const;

export type MaintenanceStatus = (typeof maintenanceStatuses)[number];

export const maintenanceColors: Record<MaintenanceStatus, StatusColor> = {
  Scheduled: "blue",
  "In Progress": "orange",
  Verifying: "blue",
  Completed: "green",
};

/** Between its start and its end. */
export const runningStatuses = ["In Progress", "Verifying"] as const satisfies MaintenanceStatus[];

export function isRunning(status: string | null): boolean {
  return runningStatuses.some((running) => running === status);
}
