import type { CSSProperties } from "react";
import type { StatusColor } from "../../../components/domain.ts";

/** White text has a contrast of at least 4.5 to 1 on each. */
const backgrounds: Record<StatusColor, string> = {
  green: "#1a7a46",
  blue: "#2160c4",
  yellow: "#866100",
  orange: "#b34d08",
  red: "#c81e2b",
  grey: "#566073",
};

/** A status in its color, the same in both themes. */
export function Pill({ color, children }: { color: StatusColor; children: string }) {
  const style: CSSProperties = {
    display: "inline-block",
    padding: "2px 12px",
    borderRadius: 14,
    background: backgrounds[color],
    color: "#ffffff",
    fontSize: 15,
    fontWeight: 600,
  };
  return <span style={style}>{children}</span>;
}
