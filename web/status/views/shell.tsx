import { Fragment, type ReactNode } from "react";
import type { PageLink } from "../../../worker/settings/theme/domain.ts";
import { interpolate } from "../../shared/interpolate.ts";
import { isolateDirection } from "../../shared/isolate-direction.ts";
import type { Theme } from "../../shared/theme/theme-rules.ts";
import { languageCodes, languages } from "../texts/languages.ts";
import { Document } from "./document.tsx";
import type { PageSummary } from "./head.tsx";
import { useHref, usePageContext, useTexts, withLanguage } from "./language.tsx";
import { Bell, bellRules } from "./page/bell.tsx";

export interface ServiceView extends Theme {
  serviceName: string;
  logoID: string;
  /** Empty where the dark theme has the same logo. */
  darkLogoID: string;
  faviconID: string;
  emailEnabled: boolean;
  /** Whether updates can be sent to webhooks, chat channels and browsers. */
  endpointsEnabled: boolean;
  headerLinks: PageLink[];
  footerLinks: PageLink[];
}

interface Props extends Pick<PageSummary, "state"> {
  service: ServiceView;
  css: string;
  /** Stands before the service's name. The main page has one while something is wrong. */
  title?: string | undefined;
  description?: string | undefined;
  /** The page is for one person, so it has no metadata for search engines and messengers. */
  isUnlisted?: boolean;
  /** What a keyboard can skip to: texts by the ID of a heading. */
  skips?: Record<string, string>;
  children: ReactNode;
}

/** Only a page with a logo has them. */
const logoRules =
  ".masthead img{display:block;height:4.375rem;max-width:100%;object-fit:contain;object-position:left;width:auto}[dir=rtl] .masthead img{object-position:right}";

export function Shell(props: Props) {
  const { service, css, title, state, description, isUnlisted, skips = {}, children } = props;
  const texts = useTexts();
  const href = useHref();
  const { serviceName, logoID, darkLogoID, emailEnabled, endpointsEnabled, headerLinks, footerLinks } =
    service;
  const canSubscribe = emailEnabled || endpointsEnabled;
  const values = { service: isolateDirection(serviceName) || texts.service };
  const name = interpolate(texts.pageName, values);
  const rules = [logoID !== "" && logoRules, endpointsEnabled && bellRules];
  const summary = {
    title: title ? `${isolateDirection(title)} - ${name}` : name,
    state,
    isWebApp: endpointsEnabled,
    description: isUnlisted ? undefined : description || interpolate(texts.pageDescription, values),
  };
  return (
    <Document {...summary} css={css + rules.filter(Boolean).join("")} theme={service}>
      <header className="masthead">
        {Object.entries(skips).map(([id, text]) => (
          <Fragment key={id}>
            <a className="skip" href={`#${id}`}>
              {text}
            </a>{" "}
          </Fragment>
        ))}
        <div className="wide">
          <a className="name" href={href("/")}>
            {logoID === "" ? <bdi>{name}</bdi> : <Logo id={logoID} darkID={darkLogoID} name={name} />}
          </a>{" "}
          <nav aria-label={texts.pages}>
            <Links links={headerLinks} />
            <a className="history" href={href("/history")}>
              {texts.history}
            </a>{" "}
            {endpointsEnabled && <Bell />}
            {/* The script shows the page's ways to follow in place. Without it, a field gets the focus. */}
            <a className="follow-link" href={href(canSubscribe ? "/subscribe#email" : "/#follow")}>
              {texts.follow}
            </a>
          </nav>
        </div>
      </header>
      <main className="wide" data-offline={texts.offlineNote} data-ages={Object.values(texts.ages).join("|")}>
        {children}
      </main>
      <footer className="wide">
        <p data-zone-note={texts.localZoneNote}>{texts.utcNote}</p>
        <LanguageSwitch />
        <div className="choices">
          <a href={href("/history")}>{texts.history}</a> <Links links={footerLinks} />
        </div>
      </footer>
    </Document>
  );
}

function Logo({ id, darkID, name }: { id: string; darkID: string; name: string }) {
  const image = <img src={`/logos/${id}`} srcSet={`/logos/${id}@2x 2x`} alt={name} />;
  if (darkID === "") return image;
  return (
    <picture>
      <source media="(prefers-color-scheme:dark)" srcSet={`/logos/${darkID}, /logos/${darkID}@2x 2x`} />
      {image}
    </picture>
  );
}

/** A name can be in another language than the page. */
function Links({ links }: { links: PageLink[] }) {
  return links.map(({ name, url }) => (
    <Fragment key={url + name}>
      <a href={url} dir="auto">
        {name}
      </a>{" "}
    </Fragment>
  ));
}

function LanguageSwitch() {
  const { language, address } = usePageContext();
  return (
    <nav aria-label={useTexts().languages}>
      <ul className="choices">
        {languageCodes.map((code) => (
          <li key={code}>
            <a
              href={withLanguage(address, code)}
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
