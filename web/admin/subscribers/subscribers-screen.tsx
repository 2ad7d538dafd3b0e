import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { MIN_SEARCH_CHARACTERS } from "../../../worker/notify/subscribers/domain.ts";
import type { SubscriberCounts, SubscriberQuery } from "../../../worker/notify/subscribers/schema.ts";
import { Button } from "../../ui/button.tsx";
import { lazyDialog } from "../../ui/dialogs/lazy-dialog.tsx";
import { ErrorArea } from "../../ui/error-area.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { LoadError } from "../../ui/load-error.tsx";
import { useAction } from "../action.ts";
import { download } from "../api/download.ts";
import { exportSubscribers, type ListedSubscriber, subscriberCounts, subscriberPages } from "./calls.ts";
import type { Filter } from "./subscriber-filter.tsx";
import { useSubscriberFilter } from "./use-subscriber-filter.ts";

const SubscriberFilter = lazyPart(
  "subscriber-filter",
  async () => (await import("./subscriber-filter.tsx")).SubscriberFilter,
  <div className="h-10" />,
);
const SubscriberTable = lazyPart(
  "subscriber-table",
  async () => (await import("./subscriber-table.tsx")).SubscriberTable,
);
const EraseDialog = lazyDialog("erase", async () => (await import("./erase-dialog.tsx")).EraseDialog);

export function SubscribersScreen() {
  const [filter, setFilter] = useSubscriberFilter();
  const query = toQuery(filter);
  const list = useInfiniteQuery({ ...subscriberPages(query), placeholderData: keepPreviousData });
  const counts = useQuery(subscriberCounts);
  const [erasing, setErasing] = useState<ListedSubscriber>();
  const subscribers = list.data?.pages.flatMap((page) => page.subscribers);
  const isNarrowed = Object.keys(query).length > 0;
  const hasNobody = subscribers?.length === 0 && !isNarrowed && !list.isPlaceholderData;

  function onErased() {
    setErasing(undefined);
    void list.refetch();
    void counts.refetch();
  }

  return (
    <>
      <Heading counts={counts.data?.channels} canExport={subscribers !== undefined && !hasNobody} />
      <div className="grid gap-3">
        <LoadError load={list} />
        {hasNobody ? (
          <Nobody />
        ) : (
          <>
            <SubscriberFilter filter={filter} counts={counts.data?.channels} onChange={setFilter} />
            <SubscriberTable list={list} query={query} subscribers={subscribers} onErase={setErasing} />
          </>
        )}
      </div>
      {erasing && (
        <EraseDialog subscriber={erasing} onErased={onErased} onClose={() => setErasing(undefined)} />
      )}
    </>
  );
}

interface HeadingProps {
  counts: SubscriberCounts["channels"] | undefined;
  canExport: boolean;
}

function Heading({ counts = [], canExport }: HeadingProps) {
  const sum = (part: "confirmed" | "unconfirmed") => counts.reduce((total, each) => total + each[part], 0);
  const confirmed = sum("confirmed").toLocaleString("en-US");
  const all = sum("confirmed") + sum("unconfirmed");
  const exportAction = useAction({
    title: "Download CSV",
    mutationFn: exportSubscribers,
    onSuccess: (csv) => download(csv, "subscribers.csv"),
  });
  return (
    <div className="mb-5 grid gap-3">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h1 className="text-xl/8 font-semibold tracking-tight">
            Subscribers{" "}
            {all > 0 && (
              <span className="font-normal text-muted tabular-nums">
                {all.toLocaleString("en-US")}
                {sum("unconfirmed") > 0 && (
                  <span className="text-sm whitespace-nowrap"> · {confirmed} confirmed</span>
                )}
              </span>
            )}
          </h1>
          <p className="mt-0.5 text-muted text-pretty">
            Who follows your status page, and what they get. Opening this list is recorded in the audit log.
          </p>
        </div>
        {canExport && (
          <Button className="shrink-0" busy={exportAction.isPending} onClick={() => exportAction.mutate()}>
            Download CSV
          </Button>
        )}
      </div>
      <ErrorArea error={exportAction.error} of="action" />
    </div>
  );
}

function Nobody() {
  return (
    <div className="grid justify-items-center gap-1 rounded-xl border border-dashed border-line-strong/60 px-6 py-14 text-center">
      <p className="font-medium">No subscribers yet</p>
      <p className="max-w-sm text-muted text-balance">
        Visitors subscribe on your status page by email, chat, webhook or in their browser.
      </p>
      <Link
        href="/settings?tab=notifications#ways-to-follow"
        className="mt-2 inline-flex min-h-9 items-center font-medium text-accent-text hover:underline"
      >
        Choose the ways to follow
      </Link>
    </div>
  );
}

/** A part that is too short finds nothing in particular. */
function toQuery({ search, channel, state }: Filter): SubscriberQuery {
  const part = search.trim();
  return {
    ...(part.length >= MIN_SEARCH_CHARACTERS && { search: part }),
    ...(channel !== "all" && { channel }),
    ...(state !== "all" && { state }),
  };
}
