import { languageCodes, languages } from "../texts/languages.ts";
import { Interpolated, useTexts } from "./language.tsx";

export interface SubscriptionDraft {
  everything: boolean;
  /** `everything` overrides these component IDs and the group IDs. */
  components: string[];
  groups: string[];
  timeZone: string;
  language: string;
}

export interface SubscriptionTopic {
  group: { groupID: string; name: string } | null;
  components: { componentID: string; name: string }[];
}

interface Props {
  draft: SubscriptionDraft;
  topics: SubscriptionTopic[];
  /** The page's script fills in the browser's time zone. */
  usesBrowserZone?: boolean;
}

export function SubscribeFields({ draft, topics, usesBrowserZone = false }: Props) {
  const texts = useTexts().subscribe;
  const choice = (value: "everything" | "chosen", text: string, checked: boolean) => (
    <label>
      <input type="radio" name="about" value={value} defaultChecked={checked} />
      {text}
    </label>
  );
  return (
    <>
      {topics.length > 0 && (
        <fieldset>
          <legend>{texts.topics}</legend>
          {choice("everything", texts.everything, draft.everything)}
          {choice("chosen", texts.chosenComponents, !draft.everything)}
          <ul>
            {topics.map((topic) => (
              <Topic
                key={topic.group?.groupID ?? topic.components[0]?.componentID}
                {...topic}
                draft={draft}
              />
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

function Topic({ group, components, draft }: SubscriptionTopic & { draft: SubscriptionDraft }) {
  const texts = useTexts().subscribe;
  const rows = components.map(({ componentID, name }) => (
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
  ));
  if (!group) return rows;
  const { groupID, name } = group;
  return (
    <li>
      <label>
        <input
          type="checkbox"
          name="groups"
          value={groupID}
          defaultChecked={draft.groups.includes(groupID)}
        />
        <span>
          <Interpolated text={texts.wholeGroup} values={{ group: <bdi>{name}</bdi> }} />
        </span>
      </label>
      <ul>{rows}</ul>
    </li>
  );
}

/** @param selected is added, because a browser may name a zone differently than the runtime */
function timeZones(selected: string): string[] {
  return [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone"), selected])];
}
