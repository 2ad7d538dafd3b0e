import type { StatusColor } from "../../../../worker/components/domain.ts";

/** Images need enough contrast on light and on dark backgrounds. */
export const tones: Record<StatusColor, string> = {
  green: "#1fa35c",
  blue: "#3a7be8",
  yellow: "#d79a00",
  orange: "#e8701a",
  red: "#e0343c",
  grey: "#8590a0",
};
