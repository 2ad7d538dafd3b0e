import type { CSSProperties, ReactNode } from "react";
import type { Metric } from "../../../worker/metrics/schema.ts";
import { IconButton } from "../../ui/button.tsx";
import { EditIcon } from "../../ui/icons/icons.tsx";
import { HiddenIcon } from "../../ui/icons/later-icons.tsx";
import { optionalPart } from "../../ui/lazy-part.tsx";
import { useIsNarrower, useIsPhone } from "../../ui/narrow.ts";
import { DraftChip } from "../drafts/draft-chip.ts";

const LatestValue = optionalPart(
  "latest-value",
  async () => (await import("./latest-value.tsx")).LatestValue,
);

/** Below this width, the list is too narrow for descriptions. */
const DESCRIBED_REM = 64;

interface MetricRowProps {
  metric: Metric;
  showsValue: boolean;
  menu: ReactNode;
  onEdit: () => void;
}

/** One line in every width: only a failure and a metric that visitors don't see have more to say. */
export function MetricRow({ metric, showsValue, menu, onEdit }: MetricRowProps) {
  const { metricID, title, status, description, type, collectionNote, collectionError } = metric;
  const isNarrow = useIsNarrower(DESCRIBED_REM);
  // On a phone, Edit is in the menu.
  const isPhone = useIsPhone();
  return (
    <li className="relative pr-2 pl-6">
      <div className="flex min-h-11 items-center gap-2">
        <div className={`min-w-0 ${isNarrow ? "grid grow" : "flex items-center gap-3"}`}>
          <p className="min-w-0 font-semibold [overflow-wrap:anywhere]">
            <bdi style={lineStyle}>{title}</bdi>
            <DraftChip names={[`metric/${metricID}`]} />
          </p>
          <Visibility status={status} />
        </div>
        {!isNarrow && (
          <p className="min-w-0 truncate text-muted" style={descriptionStyle}>
            {description}
          </p>
        )}
        {showsValue && (
          <span className="ml-auto shrink-0 text-muted tabular-nums">
            <LatestValue metric={metric} />
          </span>
        )}
        <span className={showsValue ? "flex" : "ml-auto flex"}>
          {!isPhone && (
            <IconButton tip="Edit" label={`Edit ${title}`} onClick={onEdit}>
              <EditIcon />
            </IconButton>
          )}
          {menu}
        </span>
      </div>
      {collectionNote && <p className="pb-2 text-muted">{collectionNote}</p>}
      {collectionError && (
        <p className="pb-2 whitespace-pre-line text-danger-text [overflow-wrap:anywhere]">
          {type} says: {collectionError}
        </p>
      )}
    </li>
  );
}

/** Nearly all metrics are visible, so only a hidden one is marked: beside its title, or in small below it. */
function Visibility({ status }: Pick<Metric, "status">) {
  if (status === "Visible") return <span role="img" aria-label={status} className="sr-only" />;
  return (
    <span
      role="img"
      aria-label={status}
      className="flex shrink-0 items-center gap-1 text-muted"
      style={markStyle}
    >
      <HiddenIcon className="size-4" />
      {status}
    </span>
  );
}

const markStyle: CSSProperties = { fontSize: 13, lineHeight: "18px" };
/** A long title takes two lines at most. */
const lineStyle: CSSProperties = {
  display: "-webkit-inline-box",
  WebkitBoxOrient: "vertical",
  WebkitLineClamp: 2,
  overflow: "hidden",
  verticalAlign: "bottom",
};
/** It gives way to the title. */
const descriptionStyle: CSSProperties = { flexShrink: 99 };
