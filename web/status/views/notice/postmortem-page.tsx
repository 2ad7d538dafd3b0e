import { noticePath } from "../../../../worker/notices/domain.ts";
import { interpolate } from "../../../shared/interpolate.ts";
import { isolateDirection } from "../../../shared/isolate-direction.ts";
import { toPlainText } from "../../../shared/message-html.ts";
import { PostmortemJsonLd } from "../json-ld.tsx";
import { useHref, useTexts } from "../language.tsx";
import { Markdown } from "../markdown.tsx";
import { type ServiceView, Shell } from "../shell.tsx";
import { Time } from "../time.tsx";
import { truncate } from "../truncate.ts";

export interface PostmortemPageData extends ServiceView {
  postmortem: {
    noticeID: string;
    name: string;
    body: string;
    publishedAt: string;
    updatedAt: string;
  };
}

export function PostmortemPage({ data, css }: { data: PostmortemPageData; css: string }) {
  const texts = useTexts();
  const href = useHref();
  const { noticeID, name, body, publishedAt } = data.postmortem;
  const label = texts.postmortemKind;
  const text = truncate(toPlainText(body, "document").replace(/\s+/g, " "), MAX_DESCRIPTION_CHARACTERS);
  return (
    <Shell
      service={data}
      css={css}
      title={interpolate(texts.labeledText, { label, text: isolateDirection(name) })}
      description={interpolate(texts.labeledText, { label, text: isolateDirection(text) })}
    >
      <p className="kind">{label}</p>
      <article className="card notice">
        <header>
          <h1>
            <bdi>{name}</bdi>
          </h1>
        </header>
        <p className="window">
          <Time at={publishedAt} />
        </p>
        <Markdown text={body} flavor="document" />
      </article>
      <p className="back">
        <a href={href(noticePath({ kind: "incident", noticeID }))}>{texts.incidentLink}</a>
      </p>
      <PostmortemJsonLd data={data} />
    </Shell>
  );
}

const MAX_DESCRIPTION_CHARACTERS = 200;
