import type { ShownNotice } from "../../../../worker/notices/domain.ts";
import { isolateDirection } from "../../../shared/isolate-direction.ts";
import { useHref, usePageContext, useTexts } from "../language.tsx";
import { formatDuration } from "../strips/figures.ts";
import { truncate } from "../truncate.ts";
import { Affected, Period, PostmortemLink, splitUpdates } from "./notice-card.tsx";
import type { NoticeView } from "./notice-view.ts";
import { StatusLabel } from "./state-icon.tsx";
import { Timeline } from "./timeline.tsx";

interface Props {
  notice: NoticeView;
  /** A notice in brief has no components of its own. */
  components: ShownNotice["components"];
  /** Times by which the page's script finds the reader's day for the incident. */
  at: string;
}

/** One line, which opens to the newest update. The others are on the incident's page. */
export function PastIncident({ notice, components, at }: Props) {
  const { path, name, status, updates, componentCount } = notice;
  const texts = useTexts();
  const href = useHref();
  const [newest] = splitUpdates(updates, 1);
  return (
    <details className="notice past" id={path.slice(1)} data-at={at}>
      <summary>
        <h4 dir="auto">{name}</h4> <StatusLabel status={status} Tag="span" />{" "}
        <span className="facts">{useFacts(notice, components, componentCount)}</span>
      </summary>
      <Period notice={notice} />
      {notice.components.length > 0 && <Affected notice={notice} />}
      {newest.length > 0 && <Timeline updates={newest} current={status} />}
      <PostmortemLink notice={notice} />
      <p className="more">
        <a href={href(path)}>{texts.postmortemIncident}</a>
      </p>
    </details>
  );
}

const MAX_NAME_CHARACTERS = 60;

/** `2 hours · API +1`: how long it took, and the first of its components with the count of the others. */
function useFacts({ span }: NoticeView, [first]: ShownNotice["components"], count: number): string {
  const { language } = usePageContext();
  const texts = useTexts();
  const facts: string[] = [];
  if (span && span.minutes > 0) facts.push(formatDuration(span.minutes, { texts, language }));
  if (first) {
    const name = isolateDirection(truncate(first.name, MAX_NAME_CHARACTERS));
    facts.push(count > 1 ? `${name} +${count - 1}` : name);
  }
  return facts.join(" · ");
}
