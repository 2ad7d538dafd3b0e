import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation, useSearch } from "wouter";
import type { Metric } from "../../../worker/metrics/schema.ts";
import { lazyDialog } from "../../ui/dialogs/lazy-dialog.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { ListScreen } from "../lists/list-screen.tsx";
import { useMoves } from "../lists/use-moves.ts";
import { useIsEmptyInstallation } from "../overview/calls.ts";
import { changeMetric, metricList } from "./calls.ts";
import { MetricRow } from "./metric-row.tsx";

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

const MetricMenu = lazyPart(
  "metric-menu",
  async () => (await import("./metric-menu.tsx")).MetricMenu,
  <span className="size-9" />,
);

/** Each value is read from the files of two days. */
const MAX_WITH_VALUES = 50;

type Open =
  | { dialog: "none" }
  | { dialog: "add" }
  | { dialog: "first value"; metric: Metric; isSetUp: boolean }
  | { dialog: "preview" | "edit" | "delete"; metric: Metric };

export function MetricsScreen() {
  const list = useQuery(metricList);
  const { data: metrics } = list;
  const [open, setOpen] = useState<Open>({ dialog: "none" });
  const [, navigate] = useLocation();
  const search = new URLSearchParams(useSearch());
  const linked = metrics?.find(({ metricID }) => metricID === search.get("edit"));
  // The set-up list leads to the type that needs no other service.
  const isSetUp = search.get("add") === "Self";
  const close = () => {
    setOpen({ dialog: "none" });
    if (search.size > 0) navigate("/metrics", { replace: true });
  };

  const moves = useMoves<Metric>(metrics, ({ metricID }, order) => changeMetric(metricID, { order }));

  const newest = (metric: Metric) => metrics?.find(({ metricID }) => metricID === metric.metricID) ?? metric;

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
        isAddLoud={useIsEmptyInstallation()}
        addDraft="metric/"
      >
        {metrics && (
          <MetricRows
            metrics={metrics}
            moves={moves}
            onOpen={(dialog, metric) => setOpen({ dialog, metric })}
          />
        )}
      </ListScreen>
      {(open.dialog === "add" || (open.dialog === "none" && search.has("add"))) && (
        <MetricDialog
          type={isSetUp ? "Self" : undefined}
          onAdded={(metric) => metric.type === "Self" && setOpen({ dialog: "first value", metric, isSetUp })}
          onClose={close}
        />
      )}
      {open.dialog === "first value" && (
        <FirstValueDialog metric={newest(open.metric)} onClose={open.isSetUp ? () => navigate("/") : close} />
      )}
      {open.dialog === "preview" && <PreviewDialog metric={newest(open.metric)} onClose={close} />}
      {open.dialog === "edit" && <MetricDialog metric={newest(open.metric)} onClose={close} />}
      {open.dialog === "none" && linked && <MetricDialog metric={linked} onClose={close} />}
      {open.dialog === "delete" && <DeleteMetricDialog metric={open.metric} onClose={close} />}
    </>
  );
}

interface MetricRowsProps {
  metrics: Metric[];
  moves: ReturnType<typeof useMoves<Metric>>;
  onOpen: (dialog: "preview" | "edit" | "delete", metric: Metric) => void;
}

function MetricRows({ metrics, moves, onOpen }: MetricRowsProps) {
  return metrics.map((metric, index) => (
    <MetricRow
      key={metric.metricID}
      metric={metric}
      showsValue={metrics.length <= MAX_WITH_VALUES}
      onEdit={() => onOpen("edit", metric)}
      menu={
        <MetricMenu
          metric={metric}
          metricIDs={metrics.map(({ metricID }) => metricID)}
          {...moves.at(index)}
          onDrop={(to) => moves.to(metric, to)}
          onOpen={(dialog) => onOpen(dialog, metric)}
        />
      }
    />
  ));
}
