import type { IconProps } from "./lines.tsx";
import { ChooseIcon } from "./start-icons.tsx";

interface FoldIconProps extends IconProps {
  isOpen: boolean;
}

/** Stands before the text of a button that unfolds something, like the mark of a `summary`. */
export function FoldIcon({ isOpen, ...icon }: FoldIconProps) {
  return (
    <span style={{ rotate: isOpen ? undefined : "-90deg" }}>
      <ChooseIcon {...icon} />
    </span>
  );
}
