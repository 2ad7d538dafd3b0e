import { useQuery } from "@tanstack/react-query";
import { type CSSProperties, useLayoutEffect, useRef, useState } from "react";
import { Link } from "wouter";
import type { Overview } from "../../../worker/console/schema.ts";
import { isoTime } from "../../../worker/shared/time/domain.ts";
import { FoldIcon } from "../../ui/icons/fold-icon.tsx";
import { StatusShape } from "../../ui/icons/status-icon.tsx";
import { optionalPart } from "../../ui/lazy-part.tsx";
import { useIsNarrower, useIsPhone } from "../../ui/narrow.ts";
import { useScreenPath } from "../sign-in/screen-path.ts";
import { formatDuration } from "../times/dates.ts";
import { useNow } from "../times/now.ts";
import { overviewQuery, useIsEmptyInstallation } from "./calls.ts";
import { CheckList } from "./check-list.tsx";
import { type Check, incidentCheck, isAboutIncident, listChecks } from "./checks.ts";
import { OpenNotices } from "./open-notices.tsx";
import { quietClassName } from "./panel-row.tsx";
import { PostUpdate } from "./post-update.tsx";

const Proposals = optionalPart(
  "proposals",
  async () => (await import("./overview-proposals.tsx")).OverviewProposals,
);

/** On a phone, on a tablet, or with several checks, the panel is one line, except on these screens, where an incident is worked on. */
const opensOn = ["/", "/components", "/incidents"];

/** The panel is as high as with one line while it loads. */
export function OverviewPanel() {
  const { data: overview } = useQuery(overviewQuery);
  const now = useNow();
  const path = useScreenPath();
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
      <div className="mx-auto grid min-h-13 max-w-6xl content-center px-4 py-2 md:pr-8 md:pl-7">
        {overview && <Lines key={String(opensOn.includes(path))} overview={overview} now={now} path={path} />}
      </div>
    </section>
  );
}

interface LinesProps {
  overview: Overview;
  now: number;
  path: string;
}

function Lines({ overview, now, path }: LinesProps) {
  const [isUnfolded, setUnfolded] = useState(opensOn.includes(path));
  const isPhone = useIsPhone();
  const isNarrow = useIsNarrower(64);
  const folds = isPhone || (isNarrow && !opensOn.includes(path));
  const isOpen = isUnfolded || !folds;
  const isHome = path === "/";
  const allChecks = listChecks(overview, now);
  const checks = isHome ? allChecks.filter((check) => !("incident" in check)) : allChecks;
  const proposals = overview.proposals.length > 0 && <Proposals />;
  // Folded, one line counts all.
  const foldedCount = checks.length + (isHome ? 0 : overview.proposals.length);
  const foldsChecks = !folds && !opensOn.includes(path) && checks.length > 1;
  const showsChecks = foldsChecks ? isUnfolded : isOpen;
  // The rows have the same links. A narrow screen has no room for both.
  const hasRows =
    isHome ||
    (showsChecks &&
      (isNarrow
        ? checks.some((check) => "incident" in check)
        : overview.incidents.every((each) => incidentCheck(checks, each))));
  const hasLinks = !hasRows && overview.incidents.length > 0;
  // A tablet's first line has room for the counts alone.
  const isInSecondLine = isNarrow && !isPhone && !isHome && (hasLinks || overview.proposals.length > 0);
  const hasSecondLine = folds || isInSecondLine;
  const hasFold = folds && hasDetails(overview, foldedCount);
  return (
    <>
      <div className="flex min-h-9 flex-wrap items-center gap-2">
        <p className="flex min-w-0 items-center gap-1.5">
          <span className={isPhone ? "sr-only" : "shrink-0 text-muted"}>The page says:</span>
          <StatusShape color={overview.banner.color} />
          <span className="truncate font-medium">{overview.banner.text}</span>
        </p>
        {hasFold && <FoldButton isOpen={isOpen} count={foldedCount} onPress={() => setUnfolded(!isOpen)} />}
        {isOpen && (
          <div
            className={hasSecondLine ? "flex basis-full items-center gap-2 empty:hidden" : "contents"}
            style={{ order: 1 }}
          >
            <Counts overview={overview} now={now} isAlone={hasSecondLine} />
            {isInSecondLine && proposals}
            {hasLinks && <PostUpdate overview={overview} now={now} />}
          </div>
        )}
        {foldsChecks && (
          <ChecksButton isOpen={isUnfolded} checks={checks} onPress={() => setUnfolded(!isUnfolded)} />
        )}
        {isOpen && !isInSecondLine && !isHome && proposals}
        <ReportIncident isPhone={isPhone} isAfterFold={hasFold} path={path} />
      </div>
      <div className="-mb-1 pt-2 empty:hidden">
        {isOpen && isHome && <OpenNotices overview={overview} checks={allChecks} now={now} />}
        {showsChecks && <CheckList checks={checks} now={now} isWhole={foldsChecks} />}
        {isHome && proposals}
      </div>
    </>
  );
}

function hasDetails({ openIncidents, maintenances }: Overview, foldedCount: number): boolean {
  return openIncidents + maintenances.length + foldedCount > 0;
}

interface FoldButtonProps {
  isOpen: boolean;
  count: number;
  onPress: () => void;
}

function FoldButton({ isOpen, count, onPress }: FoldButtonProps) {
  const isTiny = useIsNarrower(22);
  return (
    <button
      type="button"
      aria-label={count > 0 ? `Details (${count} to check)` : "Details"}
      aria-expanded={isOpen}
      onClick={onPress}
      className="-mr-2 ml-auto flex min-h-9 items-center justify-end gap-1.5 rounded-lg px-2 text-muted"
    >
      <FoldIcon isOpen={isOpen} className="size-4.5" />
      {!isOpen && count > 0 && <span className="tabular-nums">{isTiny ? count : `${count} to check`}</span>}
    </button>
  );
}

interface ChecksButtonProps {
  isOpen: boolean;
  checks: readonly Check[];
  onPress: () => void;
}

function ChecksButton({ isOpen, checks, onPress }: ChecksButtonProps) {
  return (
    <button type="button" aria-expanded={isOpen} onClick={onPress} className={quietClassName}>
      <FoldIcon isOpen={isOpen} />
      {checks.length} {checks.every(isAboutIncident) ? "need an update" : "to check"}
    </button>
  );
}

/** Rows are scrolled below its edge, and never lie half behind the button. */
const thumbStyle: CSSProperties = {
  position: "fixed",
  inset: "auto 0 0",
  zIndex: 20,
  padding: "8px 16px calc(8px + env(safe-area-inset-bottom))",
  borderTop: "1px solid var(--color-line)",
  background: "var(--color-surface)",
};

interface ReportIncidentProps {
  isPhone: boolean;
  /** The button that folds the panel is before it, at the end of the line. */
  isAfterFold: boolean;
  path: string;
}

/** On a phone it is in reach of the thumb. theme.css hides its bar while another bar saves in its place. */
function ReportIncident({ isPhone, isAfterFold, path }: ReportIncidentProps) {
  const isQuiet = useIsEmptyInstallation();
  if (isPhone && withoutThumb.test(path)) return null;
  const isThumb = isPhone && !isQuiet;
  const lineStyle = isAfterFold || isThumb ? undefined : pushedStyle;
  const link = (
    <Link
      href="/incidents/new"
      style={isThumb ? { minHeight: 44 } : lineStyle}
      className={
        isQuiet
          ? quietClassName
          : "inline-flex min-h-9 shrink-0 items-center justify-center rounded-lg bg-accent px-3 font-medium whitespace-nowrap text-on-accent"
      }
    >
      Report incident
    </Link>
  );
  if (!isThumb) return link;
  return (
    <div data-thumb className="grid" style={thumbStyle}>
      {link}
    </div>
  );
}

const pushedStyle: CSSProperties = { marginLeft: "auto" };
/** No incident is worked on there, and each screen has its own bar or ends of rows in reach of the thumb. */
const withoutThumb = /^\/(settings|users|audit)/;

/** More would wrap beside the buttons. */
const MAX_COUNTS = 2;
const linkClass = "rounded-sm underline-offset-4 hover:text-ink hover:underline";

interface CountsProps {
  overview: Overview;
  now: number;
  /** They have a line of their own. */
  isAlone: boolean;
}

function Counts({ overview, now, isAlone }: CountsProps) {
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
  const shown = counts.slice(0, MAX_COUNTS);
  const { box, fitting } = useFitting(shown.map(({ text }) => text).join());
  if (counts.length === 0) return null;
  return (
    // Beside buttons, a second line would make the panel higher.
    <p
      ref={box}
      className={`min-w-0 grow basis-0 text-muted ${isAlone ? "" : "relative overflow-hidden whitespace-nowrap"}`}
    >
      {shown.map(({ href, text }, index) => (
        // A count that is cut would lack its number. A hidden one keeps its width, which is measured again in a wider window.
        <span key={text} style={isAlone || index < fitting ? undefined : hidden}>
          {!(isAlone && index === 0) && " · "}
          <Link href={href} className={linkClass}>
            {text}
          </Link>
        </span>
      ))}
    </p>
  );
}

const hidden: CSSProperties = { visibility: "hidden" };

/** Counts the children that fit into the box. */
function useFitting(texts: string) {
  const box = useRef<HTMLParagraphElement>(null);
  const [fitting, setFitting] = useState(MAX_COUNTS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other texts have other widths.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      const { right } = element.getBoundingClientRect();
      const children = [...element.children];
      setFitting(children.filter((child) => child.getBoundingClientRect().right <= right + 1).length);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [texts]);
  return { box, fitting };
}

function startText(startAt: string, now: number): string {
  return Date.parse(startAt) > now
    ? `maintenance in ${formatDuration(isoTime(now), startAt)}`
    : "maintenance about to start";
}
