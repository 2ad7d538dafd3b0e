import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation, useSearch } from "wouter";
import { metricColors } from "../../../worker/metrics/domain.ts";
import type { Metric } from "../../../worker/metrics/schema.ts";
import { IconButton } from "../../ui/button.tsx";
import { lazyDialog } from "../../ui/dialogs/lazy-dialog.tsx";
import { DeleteIcon, EditIcon } from "../../ui/icons/icons.tsx";
import { PreviewIcon } from "../../ui/icons/later-icons.tsx";
import { MetricsIcon } from "../../ui/icons/start-icons.tsx";
import { optionalPart } from "../../ui/lazy-part.tsx";
import { ListRow } from "../lists/list-row.tsx";
import { ListScreen } from "../lists/list-screen.tsx";
import { MoveButtons, useMoves } from "../lists/move-buttons.tsx";
import { changeMetric, metricList } from "./calls.ts";

const MetricDialog = lazyDialog(
  "metric-dialog",
  async () => (await import("./metric-dialog.tsx")).MetricDialog,
);
const FirstValueDialog = lazyDialog(
  "first-value",
  async () => (await import("./first-value-dialog.tsx")).FirstValueDialog,
);
const DeleteMetricDialog = lazyDialog(
  "delete-metric",
  async () => (await import("./delete-metric-dialog.tsx")).DeleteMetricDialog,
);

/** The dialog is loaded on demand, because it brings the graphs. */
const PreviewDialog = lazyDialog(
  "metric-preview",
  async () => (await import("./preview-dialog.tsx")).PreviewDialog,
);

const LatestValue = optionalPart(
  "latest-value",
  async () => (await import("./latest-value.tsx")).LatestValue,
);

/** Each value is read from the files of two days. */
const MAX_WITH_VALUES = 50;

type Open =
  | { dialog: "none" }
  | { dialog: "add" }
  | { dialog: "first value" | "preview" | "edit" | "delete"; metric: Metric };

export function MetricsScreen() {
  const list = useQuery(metricList);
  const { data: metrics } = list;
  const [open, setOpen] = useState<Open>({ dialog: "none" });
  const [, navigate] = useLocation();
  const search = new URLSearchParams(useSearch());
  const editedID = search.get("edit");
  const linked = metrics?.find(({ metricID }) => metricID === editedID);
  const close = () => {
    setOpen({ dialog: "none" });
    if (search.size > 0) navigate("/metrics", { replace: true });
  };

  const moves = useMoves(metrics, ({ metricID }, order) => changeMetric(metricID, { order }));

  function newest(metric: Metric): Metric {
    return metrics?.find(({ metricID }) => metricID === metric.metricID) ?? metric;
  }

  return (
    <>
      <ListScreen
        title="Metrics"
        explanation="Graphs for your status page, in the order visitors see them."
        load={list}
        isSaving={moves.busy}
        error={moves.error}
        count={metrics?.length}
        empty={{
          title: "No metrics yet",
          text: "Add numbers that show how your service is doing, such as its response time, from a monitoring service or your own script.",
        }}
        onAdd={() => setOpen({ dialog: "add" })}
        addDraft="metric/"
      >
        {metrics?.map((metric, index) => (
          <MetricRow
            key={metric.metricID}
            metric={metric}
            showsValue={metrics.length <= MAX_WITH_VALUES}
            moveProps={moves.at(index)}
            onOpen={(dialog) => setOpen({ dialog, metric })}
          />
        ))}
      </ListScreen>
      {(open.dialog === "add" || (open.dialog === "none" && search.has("add"))) && (
        <MetricDialog
          onAdded={(metric) => metric.type === "Self" && setOpen({ dialog: "first value", metric })}
          onClose={close}
        />
      )}
      {open.dialog === "first value" && <FirstValueDialog metric={newest(open.metric)} onClose={close} />}
      {open.dialog === "preview" && <PreviewDialog metric={newest(open.metric)} onClose={close} />}
      {open.dialog === "edit" && <MetricDialog metric={newest(open.metric)} onClose={close} />}
      {open.dialog === "none" && linked && <MetricDialog metric={linked} onClose={close} />}
      {open.dialog === "delete" && <DeleteMetricDialog metric={open.metric} onClose={close} />}
    </>
  );
}

interface MetricRowProps {
  metric: Metric;
  showsValue: boolean;
  moveProps: ReturnType<ReturnType<typeof useMoves>["at"]>;
  onOpen: (dialog: "preview" | "edit" | "delete") => void;
}

function MetricRow({ metric, showsValue, moveProps, onOpen }: MetricRowProps) {
  const { title, status, description, type, collectionNote, collectionError } = metric;
  return (
    <ListRow
      status={status}
      color={metricColors[status]}
      // A status icon would look like health.
      lead={
        <span role="img" aria-label={status} data-tip={status} className="h-[1lh] text-muted">
          <MetricsIcon />
        </span>
      }
      name={title}
      drafts={[`metric/${metric.metricID}`]}
      actions={
        <>
          <IconButton tip="Preview" label={`Preview ${title}`} onClick={() => onOpen("preview")}>
            <PreviewIcon />
          </IconButton>
          <IconButton tip="Edit" label={`Edit ${title}`} onClick={() => onOpen("edit")}>
            <EditIcon />
          </IconButton>
          <IconButton tip="Delete" label={`Delete ${title}`} onClick={() => onOpen("delete")}>
            <DeleteIcon />
          </IconButton>
          <MoveButtons tips={["Move upward", "Move downward"]} name={title} {...moveProps} />
        </>
      }
    >
      {showsValue && <LatestValue metric={metric} />}
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
