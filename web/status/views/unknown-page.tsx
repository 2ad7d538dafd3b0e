import { Document } from "./document.tsx";
import { useTexts } from "./language.tsx";
import { StateIcon } from "./state-icon.tsx";

/** Shown while D1 fails and there is no snapshot. */
export function UnknownPage({ css }: { css: string }) {
  const texts = useTexts();
  return (
    <Document title={texts.statusUnknown} css={css}>
      <main className="wide alone">
        <StateIcon color="grey" />
        <h1>{texts.statusUnknown}</h1>
        <p>{texts.statusUnknownReason}</p>
      </main>
    </Document>
  );
}
