import { componentColor } from "../../../worker/components/domain.ts";
import { phaseOf } from "../../../worker/notices/domain.ts";
import { interpolate } from "../../shared/interpolate.ts";
import { formatDuration } from "./figures.ts";
import { useHref, usePageContext, usePlural, useTexts } from "./language.tsx";
import type { NoticeView, UpdateView } from "./notice-view.ts";
import { Phase, StateIcon } from "./state-icon.tsx";
import { Time, TimeRange } from "./time.tsx";
import { Timeline } from "./timeline.tsx";

interface Props {
  notice: NoticeView;
  /** The others are collapsed. By default all are visible. */
  visibleUpdates?: number | undefined;
  Heading?: "h1" | "h2" | "h3" | "h4" | undefined;
  /** Times by which the page's script finds the reader's day for the card. */
  at?: string | undefined;
}

export function NoticeCard({ notice, visibleUpdates, Heading = "h3", at }: Props) {
  const href = useHref();
  const texts = useTexts();
  const { path, name, status, impact, components, updates, isShortened, postmortem } = notice;
  const id = path.slice(1);
  const [visible, earlier] = splitUpdates(updates, visibleUpdates);
  return (
    <article
      className={impact ? `card notice edge ${impact}` : "card notice"}
      id={id}
      aria-labelledby={`${id}-name`}
      data-at={at}
    >
      <header>
        <Heading id={`${id}-name`}>
          {Heading === "h1" ? (
            <bdi>{name}</bdi>
          ) : (
            <a href={href(path)}>
              <bdi>{name}</bdi>
            </a>
          )}
        </Heading>
        <Phase status={status} />
      </header>
      <Period notice={notice} />
      {components.length > 0 && <Affected notice={notice} />}
      {visible.length > 0 && <Timeline updates={visible} />}
      {earlier.length > 0 && <Earlier updates={earlier} />}
      {isShortened && Heading !== "h1" && (
        <p className="rest">
          <a href={href(path)}>{texts.readMore}</a>
        </p>
      )}
      {postmortem && (
        <p className="rest">
          <a href={href(postmortem)}>{texts.readPostmortem}</a>
        </p>
      )}
    </article>
  );
}

function Period({ notice: { ended, window, isBackfilled } }: { notice: NoticeView }) {
  const { language } = usePageContext();
  const texts = useTexts();
  if (window)
    return (
      <p className="window">
        <TimeRange {...window} />
      </p>
    );
  if (!ended) return null;
  const duration = ended.minutes > 0 && formatDuration(ended.minutes, language);
  return (
    <p className="window">
      <Time at={ended.from} />
      {duration && ` · ${interpolate(texts.incidentDuration, { duration })}`}
      {isBackfilled && ` · ${texts.addedLater}`}
    </p>
  );
}

/** The newest update with a message is always visible. */
function splitUpdates(updates: UpdateView[], visibleUpdates = updates.length) {
  const withMessage = updates.findIndex(({ html }) => html !== "");
  const count = Math.max(visibleUpdates, withMessage + 1);
  return [updates.slice(0, count), updates.slice(count)] as const;
}

/** Statuses are shown only while the notice applies. */
function Affected({ notice }: { notice: NoticeView }) {
  const { components, componentCount } = notice;
  const phase = phaseOf(notice);
  const texts = useTexts();
  const plural = usePlural();
  const href = useHref();
  return (
    <div className="affected">
      <span>{phase === "past" ? texts.affectedComponents : texts.affectsComponents}</span>{" "}
      <ul>
        {components.map(({ componentID, name, status, deleted }) =>
          deleted ? (
            <li key={componentID}>
              <bdi>{name}</bdi> <span>({texts.deletedNote})</span>
            </li>
          ) : (
            <li key={componentID}>
              {phase === "now" && <StateIcon color={componentColor(status)} />}
              <a href={href(`/components/${componentID}`)}>
                <bdi>{name}</bdi>
              </a>{" "}
              {phase === "now" && <span>{texts.states[status]}</span>}
            </li>
          ),
        )}
        {componentCount > components.length && (
          <li>{plural(texts.moreComponents, componentCount - components.length)}</li>
        )}
      </ul>
    </div>
  );
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
