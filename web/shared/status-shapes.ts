import type { StatusColor } from "../../worker/components/domain.ts";

/**
 * SVG paths on a 16 by 16 grid, without spaces, so that they can stand in an address. The shapes differ, so that people who can't
 * see the colors can tell them apart.
 */
export const statusShapes: Record<StatusColor, string> = {
  green: "M8,0a8,8,0,1,1,0,16A8,8,0,0,1,8,0Zm3.3,4.8L7,9.1,4.8,6.9,3.4,8.3,7,11.9l5.7-5.7Z",
  blue: "M8,0a8,8,0,1,1,0,16A8,8,0,0,1,8,0ZM7,3.5v5.1l3.6,2.2,1-1.7L9,7.5v-4Z",
  yellow: "M8,.5,16,15H0ZM7,5.5v4.6h2V5.5ZM7,11.4v2h2v-2Z",
  orange: "M8,0l8,8-8,8-8-8ZM7,4v5h2V4ZM7,10.3v2h2v-2Z",
  red: "M4.7,0h6.6L16,4.7v6.6L11.3,16H4.7L0,11.3V4.7ZM5.4,4,4,5.4,6.6,8,4,10.6,5.4,12,8,9.4l2.6,2.6,1.4-1.4L9.4,8,12,5.4,10.6,4,8,6.6Z",
  grey: "M8,0a8,8,0,1,1,0,16A8,8,0,0,1,8,0ZM4,7v2h8V7Z",
};
