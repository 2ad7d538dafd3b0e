import type { ReactNode } from "react";
import type { StatusColour } from "../../../worker/components/statuses.ts";
import type { Incident } from "../../../worker/incidents/schema.ts";
import type { Texts } from "../texts/en.ts";
import { Said, useHref, useTexts, useVisit } from "./language.tsx";
import { Markdown } from "./markdown.tsx";
import { StateIcon } from "./state-icon.tsx";
import { Time } from "./time.tsx";

/** What a card shows of an incident or a maintenance. */
interface NoticeView {
  /** The element's id and its page's path, without the first slash: `incidents/4fR…`. */
  path: string;
  name: string;
  status: keyof Texts["states"];
  colour: StatusColour;
  components: Incident["components"];
  /** Newest first. */
  updates: {
    id: string;
    status: keyof Texts["states"];
    colour: StatusColour;
    message: string;
    createdAt: string;
  }[];
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
  const texts = useTexts();
  const href = useHref();
  const { path, name, status, colour, components, updates } = notice;
  return (
    <article className={`card notice ${colour}`} id={path} aria-labelledby={`${path}-name`}>
      <header>
        <Heading id={`${path}-name`}>
          <a href={href(`/${path}`)}>
            <bdi>{name}</bdi>
          </a>
        </Heading>
        <p className={`status ${colour}`}>
          <StateIcon colour={colour} />
          {texts.states[status]}
        </p>
      </header>
      {children}
      {components.length > 0 && (
        <p className="affected">
          <Said text={texts.affects} values={{ components: <Affected components={components} /> }} />
        </p>
      )}
      <ol className="updates">
        {updates.map(({ id, status, colour, message, createdAt }) => (
          <li key={id} className={colour}>
            <p className="head">
              <strong>{texts.states[status]}</strong> <Time at={createdAt} />
            </p>
            {message && <Markdown text={message} />}
          </li>
        ))}
      </ol>
    </article>
  );
}

function Affected({ components }: Pick<NoticeView, "components">) {
  const { language } = useVisit();
  const texts = useTexts();
  const list = new Intl.ListFormat(language, { type: "unit" }).formatToParts(
    components.map((_, at) => `${at}`),
  );
  return list.map(({ type, value }) => {
    const component = type === "element" && components[Number(value)];
    if (!component) return value;
    const { componentID, name, status } = component;
    const values = { component: <bdi>{name}</bdi>, status: texts.states[status] };
    return <Said key={componentID} text={texts.affected} values={values} />;
  });
}
