import type { StatusColor } from "../../../../worker/components/domain.ts";
import { isolateDirection } from "../../../shared/isolate-direction.ts";
import { readableOn } from "../../../shared/theme/contrast.ts";
import { tones } from "../notice/state-tones.ts";

interface Part {
  text: string;
  fill: string;
}

/** Sized like the badges of shields.io. Without a label it shows the status alone. */
export function Badge({ label, message, color }: { label?: string; message: string; color: StatusColor }) {
  const state = { text: message, fill: tones[color] };
  const parts = label === undefined ? [state] : [{ text: label, fill: "#444d56" }, state];
  const title = parts.map(({ text }) => isolateDirection(text)).join(": ");
  const width = parts.reduce((sum, { text }) => sum + estimateWidth(text), 0);
  return (
    <svg xmlns="http://www.w3.org/2000/svg" width={width} height={20} role="img" aria-label={title}>
      <title>{title}</title>
      <clipPath id="corners">
        <rect width={width} height={20} rx={3} />
      </clipPath>
      <g clipPath="url(#corners)" fontFamily="Verdana,Geneva,DejaVu Sans,sans-serif" fontSize={11}>
        {parts.map((part, index) => (
          <BadgePart key={part.fill} {...part} from={index === 0 ? 0 : estimateWidth(parts[0]?.text ?? "")} />
        ))}
      </g>
    </svg>
  );
}

function BadgePart({ text, fill, from }: Part & { from: number }) {
  const width = estimateWidth(text);
  return (
    <>
      <rect x={from} width={width} height={20} fill={fill} />
      <text
        x={from + width / 2}
        y={14}
        textAnchor="middle"
        textLength={width - 12}
        lengthAdjust="spacingAndGlyphs"
        fill={readableOn(fill)}
        xmlSpace="preserve"
      >
        {text}
      </text>
    </>
  );
}

/** An estimate for Verdana at 11 px, with padding. `textLength` makes the text fit it exactly. */
function estimateWidth(text: string): number {
  const widths = [...text].map((character) => {
    if (/[ijlI.,:;'|!()[\]{}ft ]/.test(character)) return 4.2;
    if (/[mwMW@%]/.test(character)) return 10;
    if (/[A-Z0-9]/.test(character)) return 7.4;
    return character > "\u2e7f" ? 11.5 : 6.7;
  });
  return Math.round(widths.reduce((sum, width) => sum + width, 0)) + 12;
}
