import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { cloudWatchRegions, cloudWatchStatistics } from "../../../worker/metrics/domain.ts";
import type { ExternalMetrics } from "../../../worker/metrics/schema.ts";
import { ExternalLink } from "../../ui/external-link.tsx";
import { ComboboxField } from "../../ui/fields/combobox-field.tsx";
import { SelectField } from "../../ui/fields/select-field.tsx";
import { Spinner } from "../../ui/icons/start-icons.tsx";
import { LoadError, useLoadError } from "../../ui/load-error.tsx";
import { externalMetrics } from "./calls.ts";
import type { FieldsProps } from "./metric-dialog.tsx";
import { dimensionsText } from "./metric-draft.ts";

export function CloudWatchFields({ draft, edit }: FieldsProps) {
  const { Region, Namespace, MetricName } = draft;
  const { metrics, count, state } = useExternalMetrics(Region);
  const inNamespace = metrics.filter((metric) => metric.Namespace === Namespace);

  /** Chooses the dimensions, too, if there is only one choice. */
  function chooseName(name: string) {
    const [only = "", another] = dimensionChoices(inNamespace, name);
    edit({ MetricName: name, Dimensions: another === undefined ? only : "" });
  }

  return (
    <fieldset className="grid gap-4 rounded-lg border border-line p-3 pt-2">
      <legend className="sr-only">CloudWatch</legend>
      <SelectField
        label="Region"
        value={Region}
        choices={cloudWatchRegions}
        onChange={(region) => edit({ Region: region, Namespace: "", MetricName: "", Dimensions: "" })}
      />
      {state}
      <ComboboxField
        label="Namespace"
        required
        value={Namespace}
        choices={distinct(metrics.map((metric) => metric.Namespace))}
        onChange={(namespace) => edit({ Namespace: namespace, MetricName: "", Dimensions: "" })}
      />
      <ComboboxField
        label="MetricName"
        required
        value={MetricName}
        choices={distinct(inNamespace.map((metric) => metric.MetricName))}
        onChange={chooseName}
      />
      <ComboboxField
        label="Dimensions"
        required
        value={draft.Dimensions}
        choices={dimensionChoices(inNamespace, MetricName)}
        nameOf={dimensionsText}
        onChange={(dimensions) => edit({ Dimensions: dimensions })}
      />
      <SelectField
        label="Statistics"
        value={draft.Statistics}
        choices={cloudWatchStatistics}
        onChange={(statistics) => edit({ Statistics: statistics })}
      />
      <p className="flex flex-wrap justify-between gap-x-4 gap-y-1 text-muted">
        <ExternalLink href={cloudWatchConsoleURL(Region)}>Open the CloudWatch console</ExternalLink>
        {count > 0 && <span>{count.toLocaleString("en-US")} metrics in this region</span>}
      </p>
    </fieldset>
  );
}

function useExternalMetrics(region: string) {
  const list = useInfiniteQuery(externalMetrics(region));
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } = list;
  const hasFailed = useLoadError(list) !== null;
  useEffect(() => {
    if (hasNextPage && !isFetching && !error) void fetchNextPage();
  }, [hasNextPage, isFetching, error, fetchNextPage]);

  const metrics = data?.pages.flatMap((page) => page.metrics) ?? [];
  return { metrics, count: metrics.length, state: renderState() };

  function renderState() {
    if (isFetching && !hasFailed) {
      return (
        <p role="status" className="flex items-center gap-2 text-muted">
          <Spinner /> Loading this region's metrics…
        </p>
      );
    }
    if (hasFailed) {
      return <LoadError key={region} load={list} retry={() => (data ? fetchNextPage() : refetch())} />;
    }
    return metrics.length === 0 && <p className="text-muted">CloudWatch has no metrics in this region.</p>;
  }
}

function dimensionChoices(metrics: ExternalMetrics["metrics"], name: string): string[] {
  const sameName = metrics.filter((metric) => metric.MetricName === name);
  return distinct(sameName.map(({ Dimensions }) => JSON.stringify(Dimensions)));
}

function distinct(texts: string[]): string[] {
  return [...new Set(texts)].sort((one, other) => one.localeCompare(other));
}

function cloudWatchConsoleURL(region: string): string {
  return `https://${region}.console.aws.amazon.com/cloudwatch/home?region=${region}#metricsV2:`;
}
