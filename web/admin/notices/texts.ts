import type { NoticeKind } from "../../../worker/notices/domain.ts";

interface NoticeTexts {
  screen: { title: string; explanation: string; overLabel: string; empty: { title: string; text: string } };
  title: string;
  statusLabel: string;
  componentsExplanation?: string;
}

export const noticeTexts: Record<NoticeKind, NoticeTexts> = {
  incident: {
    screen: {
      title: "Incidents",
      explanation: "What went wrong, and what you tell visitors about it. The newest is first.",
      overLabel: "Resolved",
      empty: { title: "No incidents", text: "When something goes wrong, add an incident to tell visitors." },
    },
    title: "Incident",
    statusLabel: "Incident Status",
  },
  maintenance: {
    screen: {
      title: "Scheduled Maintenance",
      explanation: "Announce work in advance. It starts and ends on schedule. The newest is first.",
      overLabel: "Completed",
      empty: {
        title: "No scheduled maintenance",
        text: "Add work that visitors should know about in advance.",
      },
    },
    title: "Scheduled Maintenance",
    statusLabel: "Maintenance Status",
    componentsExplanation:
      "Components get the status you choose here when the maintenance starts, and their own status back when it ends.",
  },
};
