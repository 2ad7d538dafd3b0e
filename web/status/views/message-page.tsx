import { Document } from "./document.tsx";
import { PageContextProvider, useHref, usePageContext, useTexts } from "./language.tsx";
import { Alone, aloneRules } from "./page/alone.tsx";
import { type ServiceView, Shell } from "./shell.tsx";

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
  const context = usePageContext();
  const title = error.status === 404 ? texts.notFound : texts.errorTitle;
  const content = (
    <>
      <Reason error={error} />
      <p className="choices">
        <a href={href("/")}>{texts.statusPageLink}</a> <a href={href("/history")}>{texts.history}</a>
      </p>
    </>
  );
  if (!service)
    return (
      <Document title={title} css={css + aloneRules}>
        <Alone title={title}>{content}</Alone>
      </Document>
    );
  // The links to other languages lead to the main page, so that no address is repeated that may be a guess.
  return (
    <PageContextProvider value={{ ...context, address: "/" }}>
      <Shell service={service} css={css + aloneRules} title={title} isUnlisted>
        <div className="alone">
          <h1>{title}</h1>
          {content}
        </div>
      </Shell>
    </PageContextProvider>
  );
}

/** The statuses that visitors meet have a translated text; the API's message is in English. */
function Reason({ error: { status, message } }: { error: PageError }) {
  const { errorReasons } = useTexts();
  const { language } = usePageContext();
  if (status === 404 || (language !== "en" && (status === 409 || status === 429 || status === 503))) {
    return <p>{errorReasons[status]}</p>;
  }
  return (
    <p lang="en" dir="ltr">
      {message}
    </p>
  );
}
