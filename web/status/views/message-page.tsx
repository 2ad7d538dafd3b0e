import { interpolate } from "../../shared/interpolate.ts";
import { isolateDirection } from "../../shared/isolate-direction.ts";
import { Document } from "./document.tsx";
import { useHref, usePageContext, useTexts } from "./language.tsx";
import { Alone, aloneRules } from "./page/alone.tsx";
import type { ServiceView } from "./shell.tsx";

interface PageError {
  status: number;
  /** The text is in English, from the API. */
  message: string;
}

interface Props {
  error: PageError;
  service: ServiceView | undefined;
  css: string;
}

export function MessagePage({ error, service, css }: Props) {
  const texts = useTexts();
  const href = useHref();
  const title = error.status === 404 ? texts.notFound : texts.errorTitle;
  const fullTitle = service
    ? `${title} - ${interpolate(texts.pageName, { service: isolateDirection(service.serviceName) || texts.service })}`
    : title;
  return (
    <Document title={fullTitle} css={css + aloneRules} theme={service}>
      <Alone title={title}>
        <Reason error={error} title={title} />
        <p>
          <a href={href("/")}>{texts.statusPageLink}</a>
        </p>
      </Alone>
    </Document>
  );
}

/** The statuses that visitors meet have a translated text; the API's message is in English. */
function Reason({ error: { status, message }, title }: { error: PageError; title: string }) {
  const { errorReasons } = useTexts();
  const { language } = usePageContext();
  if (message === title) return null;
  if (language !== "en" && (status === 404 || status === 409 || status === 429 || status === 503)) {
    return <p>{errorReasons[status]}</p>;
  }
  return (
    <p lang="en" dir="ltr">
      {message}
    </p>
  );
}
