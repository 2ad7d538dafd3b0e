import type { StatusColor } from "../../worker/components/domain.ts";
import type { NoticeStatus } from "../../worker/notices/domain.ts";

/** SVG paths on a 16 by 16 grid. The shapes differ, so that people who can't see the colors can tell them apart. */
export const statusShapes: Record<StatusColor, string> = {
  green: "M8 0a8 8 0 1 1 0 16A8 8 0 0 1 8 0Zm3.3 4.8L7 9.1 4.8 6.9 3.4 8.3 7 11.9l5.7-5.7Z",
  blue: "M8 0a8 8 0 1 1 0 16A8 8 0 0 1 8 0ZM7 3.5v5.1l3.6 2.2 1-1.7L9 7.5v-4Z",
  yellow: "M8 .5 16 15H0ZM7 5.5v4.6h2V5.5ZM7 11.4v2h2v-2Z",
  orange: "M8 0l8 8-8 8-8-8ZM7 4v5h2V4ZM7 10.3v2h2v-2Z",
  red: "M4.7 0h6.6L16 4.7v6.6L11.3 16H4.7L0 11.3V4.7ZM5.4 4 4 5.4 6.6 8 4 10.6 5.4 12 8 9.4l2.6 2.6 1.4-1.4L9.4 8 12 5.4 10.6 4 8 6.6Z",
  grey: "M8 0a8 8 0 1 1 0 16A8 8 0 0 1 8 0ZM4 7v2h8V7Z",
};

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
