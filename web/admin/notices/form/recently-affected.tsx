import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { componentColor } from "../../../../worker/components/domain.ts";
import type { Component } from "../../../../worker/components/schema.ts";
import type { NoticeKind } from "../../../../worker/notices/domain.ts";
import { StatusShape } from "../../../ui/icons/status-icon.tsx";
import { noticeList } from "../calls.ts";

const MAX_SHOWN = 6;

interface RecentlyAffectedProps {
  kind: NoticeKind;
  components: readonly Component[];
  showsStatus: boolean;
  isPressed: (component: Component) => boolean;
  onPress: (component: Component) => void;
}

/** Offers the components that are likely to be meant: those that are not Operational, and then those of the last notices. */
export function RecentlyAffected({
  kind,
  components,
  showsStatus,
  isPressed,
  onPress,
}: RecentlyAffectedProps) {
  const { data } = useInfiniteQuery({ ...noticeList(kind), refetchInterval: false });
  // The order stays while the form is open, because a button must not move away from a finger.
  const [likely, setLikely] = useState<readonly string[]>();
  if (data && !likely) {
    const recent = data.pages.flatMap(({ notices }) => notices).flatMap((notice) => notice.components);
    const notOperational = showsStatus ? components.filter(({ status }) => status !== "Operational") : [];
    setLikely([...new Set([...notOperational, ...recent].map(({ componentID }) => componentID))]);
  }
  const shownComponents = (likely ?? [])
    .flatMap((id) => components.filter(({ componentID }) => componentID === id))
    .slice(0, MAX_SHOWN);
  if (shownComponents.length === 0) return null;

  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-2">
      <legend className="mb-1.5 text-muted">Recently affected</legend>
      {shownComponents.map((component) => (
        <button
          key={component.componentID}
          type="button"
          aria-pressed={isPressed(component)}
          onClick={() => onPress(component)}
          className="flex min-h-9 max-w-full items-center gap-1.5 rounded-lg border border-line-strong/60 px-2.5 py-1 text-left font-medium text-muted transition-colors hover:bg-hover aria-pressed:border-accent-text aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
        >
          {showsStatus && <StatusShape color={componentColor(component.status)} />}
          <bdi className="min-w-0 [overflow-wrap:anywhere]">{component.name}</bdi>
        </button>
      ))}
    </fieldset>
  );
}
