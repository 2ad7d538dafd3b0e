import type { ReactNode } from "react";
import type { StatusColour } from "../../../worker/components/domain.ts";
import { componentColour } from "../../../worker/components/domain.ts";
import type { Incident } from "../../../worker/incidents/schema.ts";
import type { Texts } from "../texts/en.ts";
import { useCount, useHref, useTexts } from "./language.tsx";
import { State, StateIcon } from "./state-icon.tsx";
import { Timeline, type UpdateView } from "./timeline.tsx";

/** What a card shows of an incident or a maintenance. */
interface NoticeView {
  /** The element's id and its page's path, without the first slash: `incidents/4fR…`. */
  path: string;
  name: string;
  status: keyof Texts["states"];
  colour: StatusColour;
  /** What it says of components holds now only. */
  when: "past" | "now" | "planned";
  components: Incident["components"];
  /** All that it has touched; `components` are the worst of them. */
  componentCount: number;
  /** Newest first. */
  updates: UpdateView[];
  /** Whether its own page has more of it. */
  shortened: boolean;
}

interface Props {
  notice: NoticeView;
  /** How many of its updates are shown at once, or more until one has words; all of them unless told. */
  shown?: number | undefined;
  /** Its name's level among the headings of the page. */
  Heading?: "h1" | "h2" | "h3" | "h4" | undefined;
  /** Its name and status alone, with a link to the rest. */
  brief?: boolean | undefined;
  /** The moments by which the page's script finds the reader's day of it. */
  at?: string | undefined;
  /** When it is, where that is not told by its updates. */
  children?: ReactNode;
}

/** A notice with its timeline. */
export function NoticeCard({ notice, shown, Heading = "h3", brief = false, at, children }: Props) {
  const href = useHref();
  const texts = useTexts();
  const { path, name, status, colour, when, components, componentCount, updates, shortened } = notice;
  const [first, earlier] = splitUpdates(updates, shown);
  return (
    <article className={`card notice ${colour}`} id={path} aria-labelledby={`${path}-name`} data-at={at}>
      <header>
        <Heading id={`${path}-name`}>
          {Heading === "h1" ? (
            <bdi>{name}</bdi>
          ) : (
            <a href={href(`/${path}`)}>
              <bdi>{name}</bdi>
            </a>
          )}
        </Heading>
        <State colour={colour} status={status} />
      </header>
      {children}
      {!brief && components.length > 0 && <Affected {...{ components, componentCount, when }} />}
      {!brief && first.length > 0 && <Timeline updates={first} />}
      {!brief && earlier.length > 0 && <Earlier updates={earlier} />}
      {(brief || shortened) && Heading !== "h1" && (
        <p className="rest">
          <a href={href(`/${path}`)}>{texts.rest}</a>
        </p>
      )}
    </article>
  );
}

/** Without words, the newest update says less than the one before: that one is shown as well. */
function splitUpdates(updates: UpdateView[], shown = updates.length) {
  const withWords = updates.findIndex(({ message }) => message !== "");
  const count = Math.max(shown, withWords + 1);
  return [updates.slice(0, count), updates.slice(count)] as const;
}

/** The components with what was last said of each, as long as that still holds. */
function Affected({
  components,
  componentCount,
  when,
}: Pick<NoticeView, "components" | "componentCount" | "when">) {
  const texts = useTexts();
  const count = useCount();
  const href = useHref();
  return (
    <div className="affected">
      <span>{when === "past" ? texts.affected : texts.affects}</span>{" "}
      <ul>
        {components.map(({ componentID, name, status, deleted }) =>
          deleted ? (
            <li key={componentID}>
              <bdi>{name}</bdi> <span>({texts.deleted})</span>
            </li>
          ) : (
            <li key={componentID}>
              {when === "now" && <StateIcon colour={componentColour(status)} />}
              <a href={href(`/components/${componentID}`)}>
                <bdi>{name}</bdi>
              </a>{" "}
              {when === "now" && <span>{texts.states[status]}</span>}
            </li>
          ),
        )}
        {componentCount > components.length && (
          <li>{count(texts.moreComponents, componentCount - components.length)}</li>
        )}
      </ul>
    </div>
  );
}

function Earlier({ updates }: Pick<NoticeView, "updates">) {
  const count = useCount();
  return (
    <details>
      <summary>{count(useTexts().earlier, updates.length)}</summary>
      <Timeline updates={updates} />
    </details>
  );
}
