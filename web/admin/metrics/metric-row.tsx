import type { CSSProperties, ReactNode } from "react";
import type { Metric } from "../../../worker/metrics/schema.ts";
import { IconButton } from "../../ui/button.tsx";
import { EditIcon } from "../../ui/icons/icons.tsx";
import { HiddenIcon } from "../../ui/icons/later-icons.tsx";
import { optionalPart } from "../../ui/lazy-part.tsx";
import { DraftChip } from "../drafts/draft-chip.ts";
import { StatusPill } from "../lists/status-pill.tsx";
import { useIsNarrower } from "../overview/narrow.ts";

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
  return (
    <li className="relative pr-2 pl-6">
      <div className="flex min-h-11 items-center gap-2">
        <p className="font-medium" style={titleStyle}>
          <bdi>{title}</bdi>
          <DraftChip names={[`metric/${metricID}`]} />
        </p>
        <Visibility status={status} />
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
          <IconButton tip="Edit" label={`Edit ${title}`} onClick={onEdit}>
            <EditIcon />
          </IconButton>
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

/** Nearly all metrics are visible, so only a hidden one is marked. */
function Visibility({ status }: Pick<Metric, "status">) {
  if (status === "Visible") return <span role="img" aria-label={status} />;
  return (
    <span role="img" aria-label={status} className="flex shrink-0">
      <StatusPill color="grey">
        <HiddenIcon />
        {status}
      </StatusPill>
    </span>
  );
}

/** A long title takes two lines at most. */
const titleStyle: CSSProperties = {
  display: "-webkit-box",
  WebkitBoxOrient: "vertical",
  WebkitLineClamp: 2,
  overflow: "hidden",
  overflowWrap: "anywhere",
  minWidth: 0,
};
/** It gives way to the title. */
const descriptionStyle: CSSProperties = { flexShrink: 99 };
