import type { ReactNode } from "react";
import { interpolate } from "../../shared/interpolate.ts";
import { isolateDirection } from "../../shared/isolate-direction.ts";
import { languageCodes, languages } from "../texts/languages.ts";
import { Document } from "./document.tsx";
import type { PageSummary } from "./head.tsx";
import { inLanguage, useHref, useTexts, useVisit } from "./language.tsx";

/** What every page of the service shows of it. */
export interface ServiceView {
  serviceName: string;
  backgroundColor: string;
  logoID: string;
}

interface Props extends Pick<PageSummary, "state"> {
  service: ServiceView;
  css: string;
  /** Of a page that is not the main one, before the service's name. */
  title?: string;
  /** What the page says in a sentence, where it is not about the service as a whole. */
  description?: string | undefined;
  /** Its address is for one person: nothing tells search engines or messengers of it. */
  unlisted?: boolean;
  children: ReactNode;
}

/** The service's name or logo on top, the note about time zones and the languages at the bottom. */
export function Shell({ service, css, title, state, description, unlisted, children }: Props) {
  const texts = useTexts();
  const href = useHref();
  const { serviceName, backgroundColor, logoID } = service;
  const named = { service: isolateDirection(serviceName) || texts.service };
  const name = interpolate(texts.pageName, named);
  const look = {
    title: title ? `${isolateDirection(title)} - ${name}` : name,
    state,
    description: unlisted ? undefined : description || interpolate(texts.pageDescription, named),
    css,
    backgroundColor,
  };
  return (
    <Document look={look}>
      <header className="top">
        <div className="wide">
          <a className="name" href={href("/")}>
            {logoID === "" ? <bdi>{name}</bdi> : <Logo id={logoID} name={name} />}
          </a>
          <nav aria-label={texts.pages}>
            <a href={href("/history")}>{texts.history}</a>
            <a href={href("/#follow")}>{texts.follow}</a>
          </nav>
        </div>
      </header>
      <main className="wide">{children}</main>
      <footer className="wide">
        <p data-zone-note={texts.localZoneNote}>{texts.utcNote}</p>
        <LanguageSwitch />
      </footer>
    </Document>
  );
}

function Logo({ id, name }: { id: string; name: string }) {
  return <img src={`/logos/${id}`} srcSet={`/logos/${id}@2x 2x`} alt={name} />;
}

/** This page in each of the languages, each called as its own speakers call it. */
function LanguageSwitch() {
  const { language, address } = useVisit();
  return (
    <nav aria-label={useTexts().languages}>
      <ul className="languages">
        {languageCodes.map((code) => (
          <li key={code}>
            <a
              href={inLanguage(address, code)}
              lang={code}
              dir={languages[code].dir}
              aria-current={code === language ? "true" : undefined}
            >
              {languages[code].name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
