import type { CSSProperties } from "react";
import { interpolate } from "../../../../web/shared/interpolate.ts";
import { isolateDirection } from "../../../../web/shared/isolate-direction.ts";
import { plural, textsOf } from "../../../../web/status/texts/all-texts.ts";
import type { Language } from "../../../../web/status/texts/languages.ts";
import { tones } from "../../../../web/status/views/notice/state-tones.ts";
import { componentColor, type StatusColor } from "../../../components/domain.ts";
import { noticePhase } from "../../../notices/domain.ts";
import type { NoticeContent } from "../../outbox/queue.ts";

/**
 * Characters, because many mail programs show no images and no SVG. Their shapes are close to those of the status page, and
 * their colors have a contrast of 3 to 1 in both themes.
 */
const marks: Record<StatusColor, { shape: string; color: string }> = {
  green: { shape: "✓", color: tones.green },
  blue: { shape: "●", color: tones.blue },
  yellow: { shape: "▲", color: "#b98600" },
  orange: { shape: "◆", color: tones.orange },
  red: { shape: "■", color: tones.red },
  grey: { shape: "○", color: tones.grey },
};

const listStyle: CSSProperties = { margin: 0, padding: 0, listStyle: "none" };
const rowStyle: CSSProperties = { margin: 0, padding: "3px 0" };

type Affected = NoticeContent["components"][number];

interface Props {
  content: NoticeContent;
  language: Language;
  /** The others are only counted. */
  limit: number;
}

export function AffectedComponents({ content, language, limit }: Props) {
  const { components, postmortem } = content;
  if (components.length === 0) return null;
  const texts = textsOf(language);
  const phase = noticePhase(content);
  // A scheduled maintenance hasn't changed any status yet, and a write-up is about the past.
  const showsStatus = phase !== "planned" && !postmortem;
  const more = components.length - limit;
  function describe({ name, status, deleted }: Affected): string {
    const label = isolateDirection(name);
    if (deleted) return `${label} (${texts.deletedNote})`;
    return showsStatus ? interpolate(texts.labeledText, { label, text: texts.states[status] }) : label;
  }
  return (
    <div style={{ marginTop: 16 }}>
      <p className="soft" style={{ margin: "0 0 4px", color: "#546073", fontSize: 14 }}>
        {phase === "past" ? texts.affectedComponents : texts.affectsComponents}
      </p>
      <ul style={listStyle}>
        {components.slice(0, limit).map((component, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and deleted components have no ID
          <li key={index} style={rowStyle}>
            {showsStatus && !component.deleted && <Mark color={componentColor(component.status)} />}
            {describe(component)}
          </li>
        ))}
        {more > 0 && <li style={rowStyle}>{plural(language, texts.moreComponents, more)}</li>}
      </ul>
    </div>
  );
}

function Mark({ color }: { color: StatusColor }) {
  const { shape, color: tone } = marks[color];
  return (
    <span className="no-text" aria-hidden="true" style={{ display: "inline-block", width: 22, color: tone }}>
      {shape}{" "}
    </span>
  );
}
