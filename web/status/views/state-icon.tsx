import type { StatusColour } from "../../../worker/components/domain.ts";
import { statusShapes } from "../../shared/status-shapes.ts";
import type { Texts } from "../texts/en.ts";
import { useTexts } from "./language.tsx";

/** Says nothing to a screen reader: the state's word always stands beside it. */
export function StateIcon({ colour }: { colour: StatusColour }) {
  return (
    <svg className={`icon ${colour}`} viewBox="0 0 16 16" aria-hidden="true">
      <path fillRule="evenodd" d={statusShapes[colour]} />
    </svg>
  );
}

/** A state by shape, colour and word. */
export function State({ colour, status }: { colour: StatusColour; status: keyof Texts["states"] }) {
  return (
    <p className={`status ${colour}`}>
      <StateIcon colour={colour} />
      {useTexts().states[status]}
    </p>
  );
}
