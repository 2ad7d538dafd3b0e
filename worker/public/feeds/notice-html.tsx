import { renderToStaticMarkup } from "react-dom/server";
import { isolateDirection } from "../../../web/shared/isolate-direction.ts";
import { messageHTML } from "../../../web/shared/message-html.ts";
import { Markdown } from "../../../web/status/views/markdown.tsx";
import { Time } from "../../../web/status/views/time.tsx";
import { componentText } from "../../notices/component-text.ts";
import type { ShownNotice } from "../../notices/domain.ts";
import { plainText } from "../../notify/mail/templates/plain-text.ts";
import { truncate } from "../../shared/truncate.ts";

export function noticeHTML(notice: ShownNotice, url: string): string {
  return renderToStaticMarkup(<Content notice={notice} url={url} />);
}

export function postmortemHTML(body: string, url: string, maxCharacters: number): string {
  return renderToStaticMarkup(
    <>
      {body && <Markdown text={truncate(body, maxCharacters)} flavor="document" />}
      {(body === "" || body.length > maxCharacters) && <RestLink url={url} />}
    </>,
  );
}

function RestLink({ url }: { url: string }) {
  return (
    <p>
      <a href={url}>Read the rest</a>
    </p>
  );
}

export function affectedComponents(
  { components, componentCount }: ShownNotice,
  each: (component: ShownNotice["components"][number]) => string,
) {
  const more = componentCount - components.length;
  return [...components.map(each), ...(more > 0 ? [`${more} more`] : [])].join(", ");
}

export function messageText(message: string): string {
  return plainText(messageHTML(message));
}

function Content({ notice, url }: { notice: ShownNotice; url: string }) {
  const { startAt, endAt, components, updates, isShortened, isBackfilled } = notice;
  return (
    <>
      {startAt !== null && endAt !== null && (
        <p>
          Scheduled for <Time at={startAt} /> to <Time at={endAt} />
        </p>
      )}
      {isBackfilled && <p>Added later</p>}
      {components.length > 0 && (
        <p>
          Affects{" "}
          {affectedComponents(notice, (component) =>
            componentText(notice, { ...component, name: isolateDirection(component.name) }),
          )}
        </p>
      )}
      {updates.map(({ noticeUpdateID, status, message, createdAt }) => (
        <div key={noticeUpdateID}>
          <p>
            <strong>{status}</strong> <Time at={createdAt} />
          </p>
          {message && <Markdown text={message} />}
        </div>
      ))}
      {isShortened && <RestLink url={url} />}
    </>
  );
}
