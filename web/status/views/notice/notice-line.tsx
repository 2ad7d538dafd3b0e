import { noticePhase, type ShownNotice } from "../../../../worker/notices/domain.ts";
import { MINUTE_MS } from "../../../../worker/shared/time/domain.ts";
import { useHref, usePageContext, useTexts } from "../language.tsx";
import { formatDuration } from "../strips/figures.ts";
import { ShortTime } from "../time.tsx";
import { Title } from "../title.tsx";
import { truncate } from "../truncate.ts";
import { Affected, Period, PostmortemLink, splitUpdates } from "./notice-card.tsx";
import type { NoticeView } from "./notice-view.ts";
import { StatusLabel } from "./state-icon.tsx";
import { Timeline } from "./timeline.tsx";

interface Props {
  notice: NoticeView;
  /** A notice in brief has no components of its own. */
  components: ShownNotice["components"];
  /** Times by which the page's script finds the reader's day for an incident of the last days. */
  at?: string | undefined;
  /** It is shown where no day stands beside the line. */
  start?: string | undefined;
  Heading?: "h2" | "h3" | "h4" | undefined;
}

/** One line, which opens to the newest update. The others are on the notice's page. */
export function NoticeLine({ notice, components, at, start, Heading = "h4" }: Props) {
  const { path, name, status, updates } = notice;
  const texts = useTexts();
  const href = useHref();
  const [newest] = splitUpdates(updates, 1);
  return (
    <details className="notice past" id={path.slice(1)} data-at={at}>
      <summary>
        <Heading dir="auto">
          <Title text={name} />
        </Heading>{" "}
        <StatusLabel status={status} Tag="span" />{" "}
        <span className="facts">
          <Facts notice={notice} components={components} />
        </span>{" "}
        {start && <ShortTime at={start} />}
      </summary>
      <Period notice={notice} />
      {notice.components.length > 0 && <Affected notice={notice} />}
      {newest.length > 0 && <Timeline updates={newest} current={status} />}
      <PostmortemLink notice={notice} />
      <p className="more">
        <a href={href(path)}>{notice.window ? texts.maintenanceLink : texts.incidentLink}</a>
      </p>
    </details>
  );
}

/** An ellipsis of the page's style sheet would cut the start of a Latin name in an Arabic line. */
const MAX_NAME_CHARACTERS = 28;

/** `2 hours · API +1`: how long it took, and the first of its components with the count of the others. */
function Facts({ notice, components: [first] }: Pick<Props, "notice" | "components">) {
  const { language } = usePageContext();
  const texts = useTexts();
  const facts: string[] = [];
  const phase = noticePhase(notice);
  if (phase === "now") facts.push(texts.ongoing);
  if (phase === "planned") facts.push(texts.states[notice.status]);
  const minutes = countMinutes(notice);
  if (minutes > 0) facts.push(formatDuration(minutes, { texts, language }));
  if (!first) return facts.join(" · ");
  const others = notice.componentCount - 1;
  return (
    <>
      {facts.map((fact) => `${fact} · `).join("")}
      <bdi>{truncate(first.name, MAX_NAME_CHARACTERS)}</bdi>
      {others > 0 && ` +${others}`}
    </>
  );
}

function countMinutes({ span, window }: NoticeView): number {
  if (window) return Math.floor((Date.parse(window.to) - Date.parse(window.from)) / MINUTE_MS);
  return span?.minutes ?? 0;
}
