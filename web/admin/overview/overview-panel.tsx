import { useQuery } from "@tanstack/react-query";
import { useLayoutEffect, useRef } from "react";
import { Link } from "wouter";
import type { Overview } from "../../../worker/console/schema.ts";
import { isoTime } from "../../../worker/shared/time/domain.ts";
import { StatusShape } from "../../ui/icons/status-icon.tsx";
import { formatDuration } from "../times/dates.ts";
import { useNow } from "../times/now.ts";
import { overviewQuery } from "./calls.ts";
import { CheckList } from "./check-list.tsx";
import { listChecks } from "./checks.ts";
import { PostUpdate } from "./post-update.tsx";

/** The panel is as high as with one line while it loads. */
export function OverviewPanel() {
  const { data: overview } = useQuery(overviewQuery);
  const now = useNow();
  const panel = useRef<HTMLElement>(null);
  const hasFocus = useRef(false);

  // A check disappears with its button once it is resolved, and the focus would be lost.
  useLayoutEffect(() => {
    if (hasFocus.current && document.activeElement === document.body) panel.current?.focus();
  });

  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label="Overview"
      onFocus={() => {
        hasFocus.current = true;
      }}
      // React fires no blur event for an element that it removes.
      onBlur={() => {
        hasFocus.current = false;
      }}
      // The header would cover what gets the focus in a scrolled window.
      className="border-b border-line bg-surface outline-none [&_:is(a,button)]:scroll-mt-16"
    >
      <div className="mx-auto grid max-w-6xl px-4 py-2 md:pr-8 md:pl-7">
        <div className="grid min-h-15 grid-cols-[minmax(0,1fr)_auto] content-center gap-x-3 sm:flex sm:min-h-9 sm:flex-wrap sm:items-baseline sm:gap-1">
          {overview && (
            <>
              <p className="flex items-center gap-1.5">
                <span className="text-muted max-sm:sr-only">The page says:</span>
                <StatusShape color={overview.banner.color} />
                <span className="font-medium">{overview.banner.text}</span>
              </p>
              <Counts overview={overview} now={now} />
              <div className="col-start-2 row-span-2 row-start-1 self-center">
                <PostUpdate overview={overview} now={now} />
              </div>
            </>
          )}
        </div>
        {overview && <CheckList checks={listChecks(overview, now)} />}
      </div>
    </section>
  );
}

const MAX_COUNTS_ON_PHONE = 2;
const linkClass = "rounded-sm underline-offset-4 hover:text-ink hover:underline";

function Counts({ overview, now }: { overview: Overview; now: number }) {
  const { openIncidents, runningMaintenances, maintenances } = overview;
  const next = maintenances.find(({ status }) => status === "Scheduled");
  const counts = [
    openIncidents > 0 && {
      href: "/incidents?show=open",
      text: openIncidents === 1 ? "1 open incident" : `${openIncidents} open incidents`,
    },
    runningMaintenances > 0 && {
      href: "/maintenances?show=open",
      text:
        runningMaintenances === 1
          ? "maintenance in progress"
          : `${runningMaintenances} maintenances in progress`,
    },
    next && { href: "/maintenances?show=open", text: startText(next.startAt, now) },
  ].filter((each) => each !== false && each !== undefined);
  return (
    <p className="min-w-0 grow basis-0 text-muted">
      {counts.map(({ href, text }, index) => (
        <span key={text} className={index >= MAX_COUNTS_ON_PHONE ? "hidden sm:inline" : ""}>
          <span className={index === 0 ? "hidden sm:inline" : ""}> · </span>
          <Link href={href} className={linkClass}>
            {text}
          </Link>
        </span>
      ))}
    </p>
  );
}

function startText(startAt: string, now: number): string {
  return Date.parse(startAt) > now
    ? `maintenance in ${formatDuration(isoTime(now), startAt)}`
    : "maintenance about to start";
}
