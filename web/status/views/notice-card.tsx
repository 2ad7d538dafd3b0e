import type { ReactNode } from "react";
import type { StatusColour } from "../../../worker/components/statuses.ts";
import type { Incident } from "../../../worker/incidents/schema.ts";
import { Markdown } from "./markdown.tsx";
import { StateIcon } from "./state-icon.tsx";
import { Time } from "./time.tsx";

/** What a card shows of an incident or a maintenance. */
interface NoticeView {
  /** The element's id and its page's path, without the first slash: `incidents/4fR…`. */
  path: string;
  name: string;
  status: string;
  colour: StatusColour;
  components: Incident["components"];
  /** Newest first. */
  updates: { id: string; status: string; colour: StatusColour; message: string; createdAt: string }[];
}

interface Props {
  notice: NoticeView;
  /** Its name's level among the headings of the page. */
  Heading?: "h2" | "h3" | undefined;
  /** When it is, where that is not told by its updates. */
  children?: ReactNode;
}

/** A notice with its whole timeline. */
export function NoticeCard({ notice, Heading = "h3", children }: Props) {
  const { path, name, status, colour, components, updates } = notice;
  return (
    <article className={`card notice ${colour}`} id={path} aria-labelledby={`${path}-name`}>
      <header>
        <Heading id={`${path}-name`}>
          <a href={`/${path}`}>
            <bdi>{name}</bdi>
          </a>
        </Heading>
        <p className={`status ${colour}`}>
          <StateIcon colour={colour} />
          {status}
        </p>
      </header>
      {children}
      {components.length > 0 && (
        <p className="affected">
          Affects{" "}
          {components.map(({ componentID, name, status }, index) => (
            <span key={componentID}>
              {index > 0 && ", "}
              <bdi>{name}</bdi> ({status})
            </span>
          ))}
        </p>
      )}
      <ol className="updates">
        {updates.map(({ id, status, colour, message, createdAt }) => (
          <li key={id} className={colour}>
            <p className="head">
              <strong>{status}</strong> <Time at={createdAt} />
            </p>
            {message && <Markdown text={message} />}
          </li>
        ))}
      </ol>
    </article>
  );
}
