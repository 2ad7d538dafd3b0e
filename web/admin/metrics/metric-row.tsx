import type { CSSProperties, ReactNode } from "react";
import { metricColors } from "../../../worker/metrics/domain.ts";
import type { Metric } from "../../../worker/metrics/schema.ts";
import { IconButton } from "../../ui/button.tsx";
import { EditIcon } from "../../ui/icons/icons.tsx";
import { HiddenIcon, PreviewIcon } from "../../ui/icons/later-icons.tsx";
import { optionalPart } from "../../ui/lazy-part.tsx";
import { ListRow } from "../lists/list-row.tsx";
import { StatusPill } from "../lists/status-pill.tsx";

const LatestValue = optionalPart(
  "latest-value",
  async () => (await import("./latest-value.tsx")).LatestValue,
);

interface MetricRowProps {
  metric: Metric;
  showsValue: boolean;
  menu: ReactNode;
  onEdit: () => void;
}

export function MetricRow({ metric, showsValue, menu, onEdit }: MetricRowProps) {
  const { metricID, title, status, description, type, collectionNote, collectionError } = metric;
  return (
    <ListRow
      status={status}
      color={metricColors[status]}
      // A visible metric has no mark, because a check would look like health.
      lead={null}
      name={title}
      drafts={[`metric/${metricID}`]}
      className="relative pl-6"
      statusMenu={<Visibility status={status} />}
      value={showsValue && <LatestValue metric={metric} />}
      actions={
        <>
          <IconButton tip="Edit" label={`Edit ${title}`} onClick={onEdit}>
            <EditIcon />
          </IconButton>
          {menu}
        </>
      }
    >
      {description && <p className="grow basis-16 truncate text-muted">{description}</p>}
      {collectionNote && <p className="w-full text-muted">{collectionNote}</p>}
      {collectionError && (
        <p className="w-full whitespace-pre-line text-danger-text [overflow-wrap:anywhere]">
          {type} says: {collectionError}
        </p>
      )}
    </ListRow>
  );
}

function Visibility({ status }: Pick<Metric, "status">) {
  return (
    <span role="img" aria-label={status} className="flex" style={visibilityStyle}>
      <StatusPill color="grey">
        {status === "Visible" ? <PreviewIcon /> : <HiddenIcon />}
        {status}
      </StatusPill>
    </span>
  );
}

/** On a phone, the eye is below the name. */
const visibilityStyle: CSSProperties = { marginLeft: -10 };
