import { Document } from "./document.tsx";
import { useTexts } from "./language.tsx";
import { Alone, aloneRules } from "./page/alone.tsx";

/** Shown while D1 fails and there is no snapshot. */
export function UnknownPage({ css }: { css: string }) {
  const texts = useTexts();
  return (
    <Document title={texts.statusUnknown} css={css + aloneRules}>
      <Alone title={texts.statusUnknown}>
        <p>{texts.statusUnknownReason}</p>
      </Alone>
    </Document>
  );
}
