import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { componentColor } from "../../../../worker/components/domain.ts";
import type { Component } from "../../../../worker/components/schema.ts";
import type { NoticeKind } from "../../../../worker/notices/domain.ts";
import { StatusShape } from "../../../ui/icons/status-icon.tsx";
import { noticeList } from "../calls.ts";

const MAX_SHOWN = 4;

interface RecentlyAffectedProps {
  kind: NoticeKind;
  components: readonly Component[];
  showsStatus: boolean;
  /** The button of a component with a row is pressed. */
  hasRow: (component: Component) => boolean;
  onAdd: (component: Component, isByPointer: boolean) => void;
  onRemove: (component: Component) => void;
}

/** Offers the components that are likely to be meant: those that are not Operational, and then those of the last notices. */
export function RecentlyAffected({
  kind,
  components,
  showsStatus,
  hasRow,
  onAdd,
  onRemove,
}: RecentlyAffectedProps) {
  const { data } = useInfiniteQuery({ ...noticeList(kind), refetchInterval: false });
  // No other component comes into the list while the form is open.
  const [likely, setLikely] = useState<readonly string[]>();
  if (data && !likely) {
    const recent = data.pages.flatMap(({ notices }) => notices).flatMap((notice) => notice.components);
    const notOperational = showsStatus ? components.filter(({ status }) => status !== "Operational") : [];
    const ids = new Set([...notOperational, ...recent].map(({ componentID }) => componentID));
    const offered = components.filter((component) => !hasRow(component));
    setLikely(
      [...ids].filter((id) => offered.some(({ componentID }) => componentID === id)).slice(0, MAX_SHOWN),
    );
  }
  const shownComponents = (likely ?? []).flatMap((id) =>
    components.filter(({ componentID }) => componentID === id),
  );
  if (shownComponents.length === 0) return null;

  return (
    <fieldset className="grid min-w-0 grid-cols-2 gap-2">
      <legend className="mb-1.5 text-muted">Recently affected</legend>
      {shownComponents.map((component) => {
        const isAdded = hasRow(component);
        return (
          <button
            key={component.componentID}
            type="button"
            title={component.name}
            aria-pressed={isAdded}
            onClick={({ detail }) => (isAdded ? onRemove(component) : onAdd(component, detail > 0))}
            className="flex min-h-9 max-w-full min-w-0 items-center gap-1.5 rounded-lg border border-line-strong/60 px-2.5 py-1 text-left font-medium text-muted transition-colors hover:bg-hover aria-pressed:border-line aria-pressed:bg-hover pointer-coarse:min-h-11"
          >
            {isAdded ? (
              <span aria-hidden="true" className="w-4.5 text-center">
                ✓
              </span>
            ) : (
              showsStatus && <StatusShape color={componentColor(component.status)} />
            )}
            <bdi className="truncate">{component.name}</bdi>
          </button>
        );
      })}
    </fieldset>
  );
}
