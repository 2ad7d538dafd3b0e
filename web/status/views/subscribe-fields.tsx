import { languageCodes, languages } from "../texts/languages.ts";
import { useTexts } from "./language.tsx";

/** A subscription as its form shows it. */
export interface SubscriptionDraft {
  everything: boolean;
  /** Ids of those chosen, which count unless it is everything. */
  components: string[];
  timeZone: string;
  language: string;
}

interface Props {
  draft: SubscriptionDraft;
  /** Those that there are to choose from. */
  components: { componentID: string; name: string }[];
  /** Has the page's script put the browser's time zone in. */
  ownZone?: boolean;
}

/** What to hear about, and how: whole without script, like all of the page. */
export function SubscribeFields({ draft, components, ownZone = false }: Props) {
  const texts = useTexts().subscribe;
  const topics = (value: "everything" | "chosen", text: string, checked: boolean) => (
    <label>
      <input type="radio" name="about" value={value} defaultChecked={checked} />
      {text}
    </label>
  );
  return (
    <>
      {components.length > 0 && (
        <fieldset>
          <legend>{texts.topics}</legend>
          {topics("everything", texts.everything, draft.everything)}
          {topics("chosen", texts.chosenComponents, !draft.everything)}
          <ul>
            {components.map(({ componentID, name }) => (
              <li key={componentID}>
                <label>
                  <input
                    type="checkbox"
                    name="components"
                    value={componentID}
                    defaultChecked={draft.components.includes(componentID)}
                  />
                  <bdi>{name}</bdi>
                </label>
              </li>
            ))}
          </ul>
        </fieldset>
      )}
      <p className="field">
        <label htmlFor="zone">{texts.timeZone}</label>
        <select
          id="zone"
          name="timeZone"
          aria-describedby="zone-note"
          data-own-zone={ownZone ? "" : undefined}
          defaultValue={draft.timeZone}
        >
          {zonesWith(draft.timeZone).map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll("_", " ")}
            </option>
          ))}
        </select>
        <small id="zone-note">{texts.timeZoneNote}</small>
      </p>
      <p className="field">
        <label htmlFor="language">{texts.language}</label>
        <select id="language" name="language" defaultValue={draft.language}>
          {languageCodes.map((code) => (
            <option key={code} value={code} lang={code}>
              {languages[code].name}
            </option>
          ))}
        </select>
      </p>
    </>
  );
}

/** UTC first, then all that the runtime knows; a browser may know one by a name of its own. */
function zonesWith(zone: string): string[] {
  return [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone"), zone])];
}
