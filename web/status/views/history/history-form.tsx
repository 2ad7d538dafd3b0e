import { MAX_QUERY_CHARACTERS } from "../../../../worker/notices/domain.ts";
import { isolateDirection } from "../../../shared/isolate-direction.ts";
import { usePageContext, useTexts } from "../language.tsx";
import type { SubscriptionTopic } from "../subscribe/subscribe-fields.tsx";
import { truncate } from "../truncate.ts";
import { formatMonth } from "../utc-format.ts";

export interface HistoryPicker {
  /** UTC months as in 2026-11, newest first. */
  months: string[];
  topics: SubscriptionTopic[];
}

/** Empty values are not chosen. */
export interface HistoryChoice {
  month: string;
  componentID: string;
  q: string;
}

/** With more components, their names are cut, so that the page stays small. */
const MAX_WHOLE_NAMES = 200;
const MAX_NAME_CHARACTERS = { few: 100, many: 40 };

/** Works without a script: the answer to a GET form has an address of its own. */
export function HistoryForm({ picker, choice }: { picker: HistoryPicker; choice: HistoryChoice }) {
  const texts = useTexts();
  const { language } = usePageContext();
  const { months, topics } = picker;
  const hasMonth = choice.month === "" || months.includes(choice.month);
  const count = topics.reduce((sum, { components }) => sum + components.length, 0);
  const maxCharacters = count > MAX_WHOLE_NAMES ? MAX_NAME_CHARACTERS.many : MAX_NAME_CHARACTERS.few;
  const options = ({ components }: SubscriptionTopic) =>
    components.map(({ componentID, name }) => (
      <option key={componentID} value={componentID}>
        {isolateDirection(truncate(name, maxCharacters))}
      </option>
    ));
  return (
    <search>
      <form action="/history" className="card finder">
        <p>
          <label htmlFor="words">{texts.search.words}</label>
          <input id="words" type="search" name="q" maxLength={MAX_QUERY_CHARACTERS} defaultValue={choice.q} />
        </p>
        <p>
          <label htmlFor="month">{texts.search.month}</label>
          <select id="month" name="month" defaultValue={choice.month}>
            <option value="">{texts.search.allMonths}</option>
            {(hasMonth ? months : [...months, choice.month]).map((month) => (
              <option key={month} value={month}>
                {formatMonth(month, language)}
              </option>
            ))}
          </select>
        </p>
        {topics.length > 0 && (
          <p>
            <label htmlFor="component">{texts.componentKind}</label>
            <select id="component" name="componentID" defaultValue={choice.componentID}>
              <option value="">{texts.search.allComponents}</option>
              {topics.map((topic) =>
                topic.group ? (
                  <optgroup
                    key={topic.group.groupID}
                    label={isolateDirection(truncate(topic.group.name, maxCharacters))}
                  >
                    {options(topic)}
                  </optgroup>
                ) : (
                  options(topic)
                ),
              )}
            </select>
          </p>
        )}
        {language !== "en" && <input type="hidden" name="lang" value={language} />}
        <button type="submit">{texts.search.button}</button>
      </form>
    </search>
  );
}
