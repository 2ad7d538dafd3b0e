import type { StatusColor } from "../../../../worker/components/domain.ts";
import { type NoticeStatus, noticeColors } from "../../../../worker/notices/domain.ts";
import { phaseShapes } from "../../../shared/phase-shapes.ts";
import { statusShapes } from "../../../shared/status-shapes.ts";
import type { Texts } from "../../texts/en.ts";
import { useTexts } from "../language.tsx";
import { truncateToMinute } from "../time.tsx";

export function StateIcon({ color }: { color: StatusColor }) {
  return <Icon color={color} shape={statusShapes[color]} />;
}

/** Hidden from screen readers, because the status always stands next to it as text. */
function Icon({ color, shape }: { color: StatusColor; shape: string }) {
  return (
    <svg className={`icon ${color}`} viewBox="0 0 16 16" aria-hidden="true">
      <path fillRule="evenodd" d={shape} />
    </svg>
  );
}

interface LabelProps {
  /** A `summary` contains no paragraphs. */
  Tag?: "p" | "span";
}

interface StatusProps extends LabelProps {
  status: NoticeStatus;
  /** The page's script says how long ago that was. */
  began?: string | undefined;
}

export function StatusLabel({ status, began, Tag = "p" }: StatusProps) {
  const color = noticeColors[status];
  return (
    <Tag className={`status ${color}`} data-began={began && truncateToMinute(began)}>
      <Icon color={color} shape={phaseShapes[status]} />
      {useTexts().states[status]}
    </Tag>
  );
}

interface StateProps extends LabelProps {
  color: StatusColor;
  status: keyof Texts["states"];
}

export function State({ color, status, Tag = "p" }: StateProps) {
  return (
    <Tag className={`status ${color}`}>
      <StateIcon color={color} />
      {useTexts().states[status]}
    </Tag>
  );
}
