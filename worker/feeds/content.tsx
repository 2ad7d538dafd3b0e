import { renderToStaticMarkup } from "react-dom/server";
import { Markdown } from "../../web/status/views/markdown.tsx";
import { Time } from "../../web/status/views/time.tsx";
import type { Notice } from "../notices/store.ts";
import { plainText } from "../plain-text.ts";

/** All that a notice says, as HTML for readers that know nothing of our pages. */
export function contentOf(notice: Notice): string {
  return renderToStaticMarkup(<Content notice={notice} />);
}

/** A message for where there is no markup, on lines as long as they are. */
export function messageText(message: string): string {
  return plainText(renderToStaticMarkup(<Markdown text={message} />));
}

function Content({ notice: { startAt, endAt, components, updates } }: { notice: Notice }) {
  return (
    <>
      {startAt !== null && endAt !== null && (
        <p>
          Scheduled for <Time at={startAt} /> to <Time at={endAt} />
        </p>
      )}
      {components.length > 0 && (
        <p>Affects {components.map(({ name, status }) => `${name} (${status})`).join(", ")}</p>
      )}
      {updates.map(({ noticeUpdateID, status, message, createdAt }) => (
        <div key={noticeUpdateID}>
          <p>
            <strong>{status}</strong> <Time at={createdAt} />
          </p>
          {message && <Markdown text={message} />}
        </div>
      ))}
    </>
  );
}
