import { languageCodes, languages } from "../texts/languages.ts";
import { useTexts } from "./language.tsx";

export interface SubscriptionDraft {
  everything: boolean;
  /** Component ids, which are ignored with `everything`. */
  components: string[];
  timeZone: string;
  language: string;
}

interface Props {
  draft: SubscriptionDraft;
  components: { componentID: string; name: string }[];
  /** The page's script fills in the browser's time zone. */
  usesBrowserZone?: boolean;
}

export function SubscribeFields({ draft, components, usesBrowserZone = false }: Props) {
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
          data-own-zone={usesBrowserZone ? "" : undefined}
          defaultValue={draft.timeZone}
        >
          {timeZones(draft.timeZone).map((zone) => (
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

/** @param selected is added, because a browser may name a zone differently than the runtime */
function timeZones(selected: string): string[] {
  return [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone"), selected])];
}
