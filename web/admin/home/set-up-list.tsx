import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type CSSProperties, type ReactNode, useId, useState } from "react";
import { Link, useLocation } from "wouter";
import { isOpen } from "../../../worker/notices/domain.ts";
import { Button } from "../../ui/button.tsx";
import { lazyDialog } from "../../ui/dialogs/lazy-dialog.tsx";
import { ExternalLink } from "../../ui/external-link.tsx";
import { StatusShape } from "../../ui/icons/status-icon.tsx";
import { useIsPhone } from "../../ui/narrow.ts";
import type { ScreenActions } from "../components/components-screen.tsx";
import { metricList } from "../metrics/calls.ts";
import { noticeList } from "../notices/calls.ts";
import { usePageURL } from "../page-url.ts";
import { useTicks } from "../set-up-ticks.ts";
import { settingsQuery } from "../settings/calls.ts";
import type { SetUpDialogName } from "../settings/set-up-dialogs.tsx";
import { type Step, steps } from "./steps.tsx";

const SetUpDialog = lazyDialog(
  "set-up-dialog",
  async () => (await import("../settings/set-up-dialogs.tsx")).SetUpDialog,
);

const HIDDEN = "hidden";

interface SetUpListProps extends ScreenActions {
  isRequested: boolean;
  /** Only a line that leads back to the list. */
  isBrief: boolean;
}

/** Leads from an empty installation to a page that visitors can follow. It stays until all is done, or until it is hidden. The palette shows it again. */
export function SetUpList({ isRequested, isBrief, ...actions }: SetUpListProps) {
  const { ticks, tick, reread } = useTicks();
  const [, navigate] = useLocation();
  const { data: settings } = useQuery({ ...settingsQuery, refetchInterval: false });
  const { data: metrics } = useQuery({ ...metricList, refetchInterval: false });
  const { data: incidents } = useInfiniteQuery({ ...noticeList("incident"), refetchInterval: false });
  const [dialog, setDialog] = useState<SetUpDialogName>();
  const pageURL = usePageURL("/");
  const badge = `[![Status](${usePageURL("/badge.svg")})](${pageURL})`;
  if (!settings || !metrics || !incidents) return null;
  if (ticks.includes(HIDDEN) && !isRequested) return null;

  const onDone = (id: string) => ticks.includes(id) || tick(id);
  const installation = { actions, settings, metrics, pageURL, badge, onDone, openDialog: setDialog };
  const isDone = (step: Step) => step.isDone?.(installation) ?? ticks.includes(step.id);
  const doneCount = steps.filter(isDone).length;
  if (doneCount === steps.length && !isRequested) return null;
  const next = steps.find((step) => !isDone(step));
  // The incident comes first until it is over.
  const hasOpenIncident = incidents.pages.some(({ notices }) => notices.some(isOpen));
  if (isBrief || (hasOpenIncident && !isRequested))
    return <WayBack isBelow={isBrief} doneCount={doneCount} next={next} />;

  function closeDialog() {
    setDialog(undefined);
    reread();
  }

  function hide() {
    if (!ticks.includes(HIDDEN)) tick(HIDDEN);
    navigate("/", { replace: true });
    document.getElementById("screen")?.focus(); // The button disappears and would lose the focus.
  }

  return (
    <section aria-labelledby="set-up" className="mb-5 rounded-xl border border-line bg-surface shadow-card">
      <Head doneCount={doneCount} pageURL={pageURL}>
        <Button variant="quiet" onClick={hide}>
          Hide
        </Button>
      </Head>
      <ol className="divide-y divide-line border-t border-line">
        {steps.map((step) => (
          <StepRow
            key={step.id}
            step={step}
            actions={step.actions(installation, step === next)}
            isDone={isDone(step)}
            isNext={step === next}
            onTick={step.isDone ? undefined : () => tick(step.id)}
          />
        ))}
      </ol>
      {dialog && <SetUpDialog name={dialog} settings={settings} onClose={closeDialog} />}
    </section>
  );
}

interface HeadProps {
  doneCount: number;
  pageURL: string;
  children: ReactNode;
}

function Head({ doneCount, pageURL, children }: HeadProps) {
  return (
    <div className="grid">
      <div className="flex items-center gap-x-3 py-2 pr-2 pl-4">
        <div className="grow">
          <h2 id="set-up" className="text-base font-semibold">
            Set up your page
          </h2>
          <div className="flex flex-wrap items-center gap-x-3">
            <p className="text-muted tabular-nums">
              {doneCount} of {steps.length} done
            </p>
            <ExternalLink href={pageURL}>See it as a visitor</ExternalLink>
          </div>
        </div>
        {children}
      </div>
      <span aria-hidden="true" style={{ ...progressStyle, width: `${(100 * doneCount) / steps.length}%` }} />
    </div>
  );
}

/** It covers the line between the head and the steps. */
const progressStyle: CSSProperties = { height: 2, marginBottom: -1, background: "var(--color-accent)" };

/** On a phone, a short title and its actions are one line. */
const flexStyle: CSSProperties = { flexBasis: 56 };
/** The text of the next step begins below its title, and so do its actions. */
const ownLineStyle: CSSProperties = { flexBasis: "100%", paddingLeft: 34, paddingBottom: 6, gap: 8 };

interface WayBackProps {
  /** It is below the list of components, and not above it. */
  isBelow: boolean;
  doneCount: number;
  next: Step | undefined;
}

function WayBack({ isBelow, doneCount, next }: WayBackProps) {
  return (
    <Link
      href="/?set-up"
      className={`${isBelow ? "mt-5" : "mb-5"} flex min-h-11 flex-wrap items-center gap-x-3 rounded-xl border border-line bg-surface px-4 py-2 shadow-card transition-colors hover:bg-hover`}
    >
      <span className="font-semibold">Set up your page</span>
      <span className="text-muted tabular-nums">
        {doneCount} of {steps.length} done
      </span>
      {next && <span className="font-medium text-accent-text">Next: {next.title}</span>}
    </Link>
  );
}

interface StepRowProps {
  step: Step;
  actions: ReactNode;
  isDone: boolean;
  isNext: boolean;
  onTick: (() => void) | undefined;
}

function StepRow({ step: { title, text }, actions, isDone, isNext, onTick }: StepRowProps) {
  const id = useId();
  const hasOwnLine = useIsPhone() && isNext;
  return (
    <li className="flex flex-wrap items-center gap-x-3.5 py-1.5 pr-2 pl-4">
      {onTick ? <Tick labelID={id} isDone={isDone} onTick={onTick} /> : <Mark isDone={isDone} />}
      <div className="min-w-0 grow py-1" style={flexStyle}>
        <p id={id} className={isDone ? "text-muted" : "font-medium"}>
          {title}
          {isDone && <span className="sr-only"> (done)</span>}
        </p>
        {isNext && <p className="text-muted">{text}</p>}
      </div>
      <span
        className={`flex flex-wrap ${hasOwnLine ? "items-center" : "ml-auto justify-end"}`}
        style={hasOwnLine ? ownLineStyle : undefined}
      >
        {actions}
      </span>
    </li>
  );
}

/** It looks like the marks of the other steps, which tick themselves. */
const tickStyle: CSSProperties = { appearance: "none", borderRadius: "50%" };

function Tick({ labelID, isDone, onTick }: { labelID: string; isDone: boolean; onTick: () => void }) {
  return (
    <span className="relative flex size-5">
      <input
        type="checkbox"
        aria-labelledby={labelID}
        checked={isDone}
        onChange={onTick}
        style={tickStyle}
        className={`size-5 ${isDone ? "" : "border border-line-strong"}`}
      />
      {isDone && (
        <span className="pointer-events-none absolute inset-0">
          <StatusShape color="green" />
        </span>
      )}
    </span>
  );
}

function Mark({ isDone }: { isDone: boolean }) {
  return isDone ? (
    <StatusShape color="green" />
  ) : (
    <span aria-hidden="true" className="size-5 rounded-full border border-line-strong" />
  );
}
