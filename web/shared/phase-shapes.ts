import type { NoticeStatus } from "../../worker/notices/domain.ts";

const check = "M5.9 13.6.6 8.3l1.7-1.7 3.6 3.6L13.7 2.4l1.7 1.7Z";

/** No shape of a phase looks like one of a component's status: a red octagon is a Major Outage, never "Investigating". */
export const phaseShapes: Record<NoticeStatus, string> = {
  Investigating:
    "M6.5 0a6.5 6.5 0 0 1 5.2 10.4l4.2 4.2-1.4 1.4-4.2-4.2A6.5 6.5 0 1 1 6.5 0ZM6.5 2a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9Z",
  Identified:
    "M7 0h2v2.1A6 6 0 0 1 13.9 7H16v2h-2.1A6 6 0 0 1 9 13.9V16H7v-2.1A6 6 0 0 1 2.1 9H0V7h2.1A6 6 0 0 1 7 2.1ZM8 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM8 6.5a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3Z",
  Monitoring: "M0 7h3L6 0l4 11 1-4h5v2h-3.5L10 16 6 6 4.5 9H0Z",
  Resolved: check,
  Scheduled: "M3 0h2v2h6V0h2v2h3v14H0V2h3ZM2 6v8h12V6ZM4 8h3v3H4Z",
  "In Progress": "M2 1l13 7-13 7Z",
  Verifying: "M0 2h16v2H0ZM0 7h9v2H0ZM0 12h6v2H0ZM10.8 15 7.6 11.8 9 10.4l1.8 1.8L14.6 8.4 16 9.8Z",
  Completed: check,
};
