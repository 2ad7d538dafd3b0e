import { renderToStaticMarkup } from "react-dom/server";
import { Markdown } from "../../web/status/views/markdown.tsx";
import { Time } from "../../web/status/views/time.tsx";
import type { Notice } from "../notices/store.ts";

/** All that a notice says, as HTML for readers that know nothing of our pages. */
export function contentOf(notice: Notice): string {
  return renderToStaticMarkup(<Content notice={notice} />);
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
