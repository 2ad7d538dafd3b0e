import { noticeColors, noticeStatuses, type StatusOf } from "../../../worker/notices/domain.ts";
import { formatDateTime } from "../dates.ts";
import type { NoticeKind } from "../notices/notice.ts";
import { NoticesScreen } from "../notices/notices-screen.tsx";
import { addIncident, changeIncident, changeIncidentMessage, deleteIncident, incidentList } from "./calls.ts";

const incidents: NoticeKind<StatusOf<"incident">> = {
  title: "Incident",
  statusLabel: "Incident Status",
  screen: {
    title: "Incidents",
    explanation: "What went wrong, and what you tell visitors about it. Newest first.",
    empty: { title: "No incidents", text: "When something goes wrong, add an incident to tell visitors." },
  },
  statuses: noticeStatuses.incident,
  colors: noticeColors,
  subtitle: ({ updatedAt }) => `updated at ${formatDateTime(updatedAt)}`,
  resolved: "Resolved",
  components: { onAdd: true },
  list: incidentList,
  add: addIncident,
  change: changeIncident,
  changeMessage: changeIncidentMessage,
  remove: deleteIncident,
};

export const IncidentsScreen = () => <NoticesScreen kind={incidents} />;
