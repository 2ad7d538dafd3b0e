import type { CSSProperties, ReactNode } from "react";
import type { StatusColor } from "../../../worker/components/domain.ts";

interface StatusPillProps {
  color: StatusColor;
  children: ReactNode;
}

/** The status of each list has this shape. Only what is not as it should be has a color, so that it stands out. */
export function StatusPill({ color, children }: StatusPillProps) {
  const isQuiet = isQuietColor(color);
  return (
    <span
      className={`inline-flex max-w-full items-center gap-1.5 rounded-full font-medium ${isQuiet ? "text-muted" : "text-ink"}`}
      style={isQuiet ? pillStyle : { ...pillStyle, background: tint(color) }}
    >
      {children}
    </span>
  );
}

export function isQuietColor(color: StatusColor): boolean {
  return color === "green" || color === "grey";
}

// Classes would add to the style sheet that every screen loads first.
const pillStyle: CSSProperties = {
  padding: "2px 10px",
  fontSize: 13,
  lineHeight: "20px",
  textWrap: "balance",
};

/** Keeps the hue. A mix with the card's color would make a yellow khaki. */
export function tint(color: StatusColor): string {
  const toned = (tone: string) => `oklch(from var(--${color}) ${tone} h)`;
  return `light-dark(${toned(".94 .06")}, ${toned(".32 .06")})`;
}
