import { noticeColors, noticeStatuses, type StatusOf } from "../../../worker/notices/domain.ts";
import { formatRange } from "../dates.ts";
import { startOfTomorrow } from "../local-time.ts";
import type { NoticeKind } from "../notices/notice.ts";
import { NoticesScreen } from "../notices/notices-screen.tsx";
import {
  addMaintenance,
  changeMaintenance,
  changeMaintenanceMessage,
  deleteMaintenance,
  maintenanceList,
} from "./calls.ts";

const maintenances: NoticeKind<StatusOf<"maintenance">> = {
  title: "Scheduled Maintenance",
  statusLabel: "Maintenance Status",
  screen: {
    title: "Scheduled Maintenance",
    explanation: "Work that you announce before it starts. It starts and completes by itself. Newest first.",
    empty: {
      title: "No scheduled maintenance",
      text: "Add work that visitors should know about in advance.",
    },
  },
  statuses: noticeStatuses.maintenance,
  colors: noticeColors,
  subtitle: ({ startAt = "", endAt = "" }) => `scheduled for ${formatRange(startAt, endAt)}`,
  newWindow: () => ({ startAt: startOfTomorrow(), endAt: startOfTomorrow() }),
  components: {
    onAdd: false,
    isPlanned: (status) => status === "Scheduled",
    explanation:
      "Components get the status you choose here when the maintenance starts, and their own status back when it ends.",
  },
  list: maintenanceList,
  add: (notice) => addMaintenance({ startAt: "", endAt: "", ...notice }),
  change: changeMaintenance,
  changeMessage: changeMaintenanceMessage,
  remove: deleteMaintenance,
};

export const MaintenancesScreen = () => <NoticesScreen kind={maintenances} />;
