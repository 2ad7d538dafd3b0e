import type { StatusColor } from "../../../worker/components/domain.ts";
import { statusShapes } from "../../shared/status-shapes.ts";
import { languageCodes } from "../texts/languages.ts";
import { AlternateLinks } from "./alternate-links.tsx";
import { usePageContext, withLanguage } from "./language.tsx";
import { tones } from "./notice/state-tones.ts";

export interface PageSummary {
  title: string;
  /** Decides the icon of the tab and the picture that messengers show for a link. */
  state?: StatusColor | undefined;
  /** Search engines and messengers show it. A page without one has no metadata for them. */
  description?: string | undefined;
  /** iPhones get notifications only from pages that have a manifest, and are on the home screen. */
  isWebApp?: boolean;
}

interface Props extends PageSummary {
  faviconID?: string | undefined;
}

export function Head({ title, state, description, isWebApp, faviconID }: Props) {
  const { language, address, origin } = usePageContext();
  // `?days=` shows the same page, so it is not part of the canonical address.
  const page = address.replace(/^\/\?.*/, "/");
  const url = origin + withLanguage(page, language);
  return (
    <>
      <title>{title}</title>
      <Icon state={state} faviconID={faviconID} />
      {isWebApp && <link rel="manifest" href={withLanguage("/manifest.webmanifest", language)} />}
      {description && (
        <>
          <AlternateLinks />
          <meta name="description" content={description} />
          <link rel="canonical" href={url} />
          {languageCodes.map((code) => (
            <link key={code} rel="alternate" hrefLang={code} href={origin + withLanguage(page, code)} />
          ))}
          <link rel="alternate" hrefLang="x-default" href={origin + page} />
          <meta property="og:type" content="website" />
          <meta property="og:title" content={title} />
          <meta property="og:description" content={description} />
          <meta property="og:url" content={url} />
          <meta property="og:image" content={`${origin}/static/state-${state ?? "grey"}.png`} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
    </>
  );
}

/** While something is wrong, the icon of the state replaces the administrator's. */
function Icon({ state, faviconID }: Pick<Props, "state" | "faviconID">) {
  // A live update changes only the address, so the type can't be named.
  if (faviconID) {
    const isFine = !state || state === "green";
    return <link rel="icon" href={isFine ? `/logos/${faviconID}` : favicon(state)} />;
  }
  return <link rel="icon" type="image/svg+xml" href={state ? favicon(state) : "/static/favicon.svg"} />;
}

/** The icon is a data URL, so that it always matches the document, whichever cache that comes from. */
function favicon(state: StatusColor): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0,0,16,16"><path fill="${tones[state]}" fill-rule="evenodd" d="${statusShapes[state]}"/></svg>`;
  return `data:image/svg+xml,${svg.replace(/[#<>" ]/g, (character) => (character === '"' ? "'" : encodeURIComponent(character)))}`;
}
