import type { StatusColor } from "../../../worker/components/domain.ts";
import { statusShapes } from "../../shared/status-shapes.ts";
import type { Texts } from "../texts/en.ts";
import { useTexts } from "./language.tsx";

/** Hidden from screen readers, because the status always stands next to it as text. */
export function StateIcon({ color }: { color: StatusColor }) {
  return (
    <svg className={`icon ${color}`} viewBox="0 0 16 16" aria-hidden="true">
      <path fillRule="evenodd" d={statusShapes[color]} />
    </svg>
  );
}

export function State({ color, status }: { color: StatusColor; status: keyof Texts["states"] }) {
  return (
    <p className={`status ${color}`}>
      <StateIcon color={color} />
      {useTexts().states[status]}
    </p>
  );
}
