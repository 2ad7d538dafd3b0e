import { componentColor, componentStatuses } from "../../../../worker/components/domain.ts";
import { noticePhase } from "../../../../worker/notices/domain.ts";
import { shownStatuses } from "../../../../worker/public/pages/domain.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../../worker/shared/time/domain.ts";
import { interpolate } from "../../../shared/interpolate.ts";
import { Interpolated, useHref, usePageContext, usePlural, useTexts } from "../language.tsx";
import { formatDuration } from "../strips/figures.ts";
import { Time, TimeRange } from "../time.tsx";
import { Title } from "../title.tsx";
import type { NoticeView, UpdateView } from "./notice-view.ts";
import { StateIcon, StatusLabel } from "./state-icon.tsx";
import { Timeline } from "./timeline.tsx";

const DAY_MINUTES = DAY_MS / MINUTE_MS;
const HOUR_MINUTES = HOUR_MS / MINUTE_MS;
/** How often a page that shows an open notice is rendered again. */
const CLOCK_MINUTES = 10;

/** On a wide screen, so many components are listed beside the text. More have their own lines below the name. */
const MAX_BESIDE = 6;

interface Props {
  notice: NoticeView;
  /** The others are collapsed. By default all are visible. */
  visibleUpdates?: number | undefined;
  Heading?: "h1" | "h2" | "h3" | undefined;
}

export function NoticeCard({ notice, visibleUpdates, Heading = "h3" }: Props) {
  const href = useHref();
  const texts = useTexts();
  const { path, name, status, impact, began, components, updates, isShortened } = notice;
  const id = path.slice(1);
  const [visible, earlier] = splitUpdates(updates, visibleUpdates);
  const isBeside = components.length > 0 && notice.componentCount <= MAX_BESIDE;
  return (
    <article
      className={`card notice${impact ? ` open-notice ${impact}` : ""}${isBeside ? " beside" : ""}`}
      id={id}
      aria-labelledby={`${id}-name`}
    >
      <header>
        <Heading id={`${id}-name`}>
          {Heading === "h1" ? (
            <bdi>
              <Title text={name} />
            </bdi>
          ) : (
            <a href={href(path)}>
              <bdi>
                <Title text={name} />
              </bdi>
            </a>
          )}
        </Heading>
        {/* On the notice's own page, the script knows the duration better than the line below. */}
        <StatusLabel status={status} began={notice.span ? ongoingSince(notice.span) : began} />
      </header>
      <Period notice={notice} />
      {components.length > 0 && <Affected notice={notice} />}
      {visible.length > 0 && (
        <Timeline
          updates={visible}
          current={Heading === "h1" && updates.length > 1 ? undefined : status}
          isUndated={Heading !== "h1" && isAnnouncement(notice)}
        />
      )}
      {earlier.length > 0 && <Earlier updates={earlier} />}
      {isShortened && Heading !== "h1" && (
        <p className="more">
          <a href={href(path)}>{texts.readMore}</a>
        </p>
      )}
      <PostmortemLink notice={notice} />
    </article>
  );
}

/** Beside the time of the work, a second time says little: when it was announced is on the maintenance's own page. */
function isAnnouncement({ status, updates }: NoticeView): boolean {
  return status === "Scheduled" && updates.length === 1;
}

export function PostmortemLink({ notice: { postmortem } }: { notice: NoticeView }) {
  const texts = useTexts();
  const href = useHref();
  if (!postmortem) return null;
  return (
    <p className="more">
      <a href={href(postmortem)}>{texts.readPostmortem}</a>
    </p>
  );
}

function ongoingSince({ from, isOngoing }: NonNullable<NoticeView["span"]>): string | undefined {
  return isOngoing ? from : undefined;
}

/** Work that begins so close to its planned start began on time. */
const ON_TIME_MINUTES = 5;

export function Period({ notice: { span, window, isBackfilled } }: { notice: NoticeView }) {
  const texts = useTexts();
  const isOnTime =
    window &&
    span &&
    Math.abs(Date.parse(span.from) - Date.parse(window.from)) <= ON_TIME_MINUTES * MINUTE_MS;
  return (
    <>
      {window && (
        <p className="window">
          <TimeRange {...window} />
          {isOnTime && <SpanText {...span} />}
        </p>
      )}
      {span && !isOnTime && (
        <p className="window">
          {window || span.isOngoing ? (
            <Interpolated text={texts.began} values={{ time: <Time key="time" at={span.from} /> }} />
          ) : (
            <Time at={span.from} />
          )}
          <SpanText {...span} />
          {isBackfilled && ` · ${texts.addedLater}`}
        </p>
      )}
    </>
  );
}

/** A cached page is up to ten minutes old, so it says only how long something has been going on at least. */
function SpanText({ minutes, isOngoing }: NonNullable<NoticeView["span"]>) {
  const { language } = usePageContext();
  const texts = useTexts();
  const textFor = (text: string, shownMinutes: number) =>
    interpolate(text, { duration: formatDuration(shownMinutes, { texts, language }) });
  if (!isOngoing) return minutes > 0 && ` · ${textFor(texts.incidentDuration, minutes)}`;
  const step = minutes < DAY_MINUTES ? CLOCK_MINUTES : HOUR_MINUTES;
  const shownMinutes = minutes - (minutes % step);
  return (
    // The script says the exact duration beside the status instead.
    <span className="estimate">
      {" · "}
      {shownMinutes === 0 ? texts.ongoing : textFor(texts.ongoingFor, shownMinutes)}
    </span>
  );
}

/** The newest update with a message is always visible. */
export function splitUpdates(updates: UpdateView[], visibleUpdates = updates.length) {
  const withMessage = updates.findIndex(({ html }) => html !== "");
  const count = Math.max(visibleUpdates, withMessage + 1);
  return [updates.slice(0, count), updates.slice(count)] as const;
}

export function Affected({ notice }: { notice: NoticeView }) {
  const { components, componentCount, worstStatuses } = notice;
  const texts = useTexts();
  const plural = usePlural();
  const href = useHref();
  const rank = ({ status, currentStatus = status }: (typeof components)[number]) =>
    componentStatuses.indexOf(currentStatus);
  const phase = noticePhase(notice);
  const worstFirst = phase === "now" ? components.toSorted((a, b) => rank(b) - rank(a)) : components;
  const affectsNow = phase !== "past" && components.some((component) => !hasRecovered(notice, component));
  return (
    <div className="affected">
      <span>{affectsNow ? texts.affectsComponents : texts.affectedComponents}</span>{" "}
      <ul>
        {worstFirst.map((component) => {
          const { componentID, name, deleted } = component;
          const isOver = hasRecovered(notice, component);
          const worst = worstStatuses?.get(componentID) ?? (isOver ? component.status : undefined);
          const statuses = shownStatuses(isOver ? { status: "Resolved" } : notice, component, worst);
          const text = <StatusesText phase={isOver ? "past" : phase} {...statuses} />;
          if (deleted)
            return (
              <li key={componentID}>
                <bdi>{name}</bdi> <span>({texts.deletedNote})</span> {text}
              </li>
            );
          return (
            <li key={componentID}>
              {phase === "now" && !isOver && statuses.current && (
                <StateIcon color={componentColor(statuses.current)} />
              )}
              <a href={href(`/components/${componentID}`)}>
                <bdi>{name}</bdi>
              </a>{" "}
              {text}
            </li>
          );
        })}
        {componentCount > components.length && (
          <li>{plural(texts.moreComponents, componentCount - components.length)}</li>
        )}
      </ul>
    </div>
  );
}

/** An open notice can name a component that works again. */
function hasRecovered(
  notice: NoticeView,
  { currentStatus, deleted }: NoticeView["components"][number],
): boolean {
  return noticePhase(notice) === "now" && !deleted && currentStatus === "Operational";
}

function StatusesText({
  phase,
  planned,
  current,
  worst,
}: ReturnType<typeof shownStatuses> & { phase: ReturnType<typeof noticePhase> }) {
  const texts = useTexts();
  const { states } = texts;
  if (planned) return <span>{interpolate(texts.plannedStatus, { state: states[planned] })}</span>;
  const worstText = worst && interpolate(texts.worstStatus, { state: states[worst] });
  if (phase === "now")
    return (
      <>
        {current && <span>{states[current]}</span>}
        {worstText && <span>{current ? ` (${worstText})` : worstText}</span>}
      </>
    );
  const currentText = current && interpolate(texts.currentStatus, { state: states[current] });
  const text = [worstText, currentText].filter((part) => part).join(" · ");
  return text && <span>{text}</span>;
}

function Earlier({ updates }: Pick<NoticeView, "updates">) {
  const plural = usePlural();
  return (
    <details>
      <summary>{plural(useTexts().earlierUpdates, updates.length)}</summary>
      <Timeline updates={updates} />
    </details>
  );
}
