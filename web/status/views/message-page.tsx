import { interpolate } from "../../shared/interpolate.ts";
import { isolateDirection } from "../../shared/isolate-direction.ts";
import { Document } from "./document.tsx";
import { useHref, useTexts, useVisit } from "./language.tsx";
import type { ServiceView } from "./shell.tsx";
import { StateIcon } from "./state-icon.tsx";

interface Refused {
  status: number;
  /** In English. */
  message: string;
}

interface Props {
  refused: Refused;
  /** Whose page it is, where that is known. */
  service: ServiceView | undefined;
  css: string;
}

/** For an address that has nothing to show, in one sentence. */
export function MessagePage({ refused, service, css }: Props) {
  const texts = useTexts();
  const href = useHref();
  const title = refused.status === 404 ? texts.notFound : texts.errorTitle;
  const look = {
    title: service
      ? `${title} - ${interpolate(texts.pageName, { service: isolateDirection(service.serviceName) || texts.service })}`
      : title,
    css,
    ...(service && { backgroundColor: service.backgroundColor }),
  };
  return (
    <Document look={look}>
      <main className="wide alone">
        <StateIcon color="grey" />
        <h1>{title}</h1>
        <Reason refused={refused} title={title} />
        <p>
          <a href={href("/")}>{texts.statusPageLink}</a>
        </p>
      </main>
    </Document>
  );
}

/** What the API says in English is told in other languages where it can happen to a visitor. */
function Reason({ refused: { status, message }, title }: { refused: Refused; title: string }) {
  const { errorReasons } = useTexts();
  const { language } = useVisit();
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
