import type { ReactNode } from "react";
import {
  type FollowedNotice,
  type Reminder,
  reminders,
} from "../../../../worker/notify/subscribers/domain.ts";
import { interpolate } from "../../../shared/interpolate.ts";
import { languageCodes, languages } from "../../texts/languages.ts";
import { Interpolated, useTexts } from "../language.tsx";

export interface SubscriptionDraft {
  everything: boolean;
  /** `everything` overrides these IDs and those of groups, incidents and maintenances. */
  components: string[];
  groups: string[];
  notices: string[];
  reminders: Reminder[];
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
  followed: FollowedNotice[];
  /** The page's script fills in the browser's time zone. */
  usesBrowserZone?: boolean;
}

export function SubscribeFields({ draft, topics, followed, usesBrowserZone = false }: Props) {
  const texts = useTexts().subscribe;
  return (
    <>
      <TopicFields draft={draft} topics={topics} followed={followed} />
      <ReminderFields draft={draft} />
      <p className="field">
        <label htmlFor="zone">{texts.timeZone}</label>{" "}
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
        </select>{" "}
        <small id="zone-note">{texts.timeZoneNote}</small>
      </p>
      <p className="field">
        <label htmlFor="language">{texts.language}</label>{" "}
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

type DraftChoices = Omit<SubscriptionDraft, "timeZone" | "language">;

export function TopicFields({
  draft,
  topics,
  followed,
}: Pick<Props, "topics" | "followed"> & { draft: DraftChoices }) {
  const texts = useTexts().subscribe;
  if (topics.length + followed.length === 0) return null;
  const choice = (value: "everything" | "chosen", text: string, checked: boolean) => (
    <label>
      <input type="radio" name="about" value={value} defaultChecked={checked} />
      {text}
    </label>
  );
  return (
    <fieldset className="topics">
      <legend>{texts.topics}</legend> {choice("everything", texts.everything, draft.everything)}{" "}
      {choice("chosen", texts.chosenOnly, !draft.everything)}
      {topics.some(({ group }) => group) && <p>{texts.wholeGroupNote}</p>}
      <ul>
        {followed.map(({ noticeID, ...notice }) => (
          <li key={noticeID}>
            <Choice list="notices" id={noticeID} draft={draft}>
              <NoticeName {...notice} />
            </Choice>
          </li>
        ))}
        {topics.map((topic) => (
          <Topic key={topic.group?.groupID ?? topic.components[0]?.componentID} {...topic} draft={draft} />
        ))}
      </ul>
      <script type="module" src="/static/whole-groups.js" />
    </fieldset>
  );
}

export function ReminderFields({ draft }: { draft: DraftChoices }) {
  const texts = useTexts().subscribe.reminders;
  return (
    <fieldset>
      <legend>{texts.title}</legend>{" "}
      {reminders.map((reminder) => (
        <Choice key={reminder} list="reminders" id={reminder} draft={draft}>
          {texts[reminder]}
        </Choice>
      ))}
    </fieldset>
  );
}

export function NoticeName({ kind, name }: Pick<FollowedNotice, "kind" | "name">) {
  const texts = useTexts();
  const values = { label: texts[`${kind}Kind` as const], text: <bdi>{name}</bdi> };
  return <Interpolated text={texts.labeledText} values={values} />;
}

function Topic({ group, components, draft }: SubscriptionTopic & { draft: DraftChoices }) {
  const texts = useTexts();
  const rows = components.map(({ componentID, name }) => (
    <li key={componentID}>
      <Choice list="components" id={componentID} draft={draft}>
        <bdi>{name}</bdi>
      </Choice>
    </li>
  ));
  if (!group) return rows;
  const { groupID, name } = group;
  return (
    <li>
      <Choice
        list="groups"
        id={groupID}
        draft={draft}
        label={interpolate(texts.subscribe.wholeGroup, { group: name })}
      >
        <bdi>{name}</bdi> <small>· {components.length}</small>
      </Choice>
      {/* Most choose whole groups, so their components don't make the form long. */}
      <details open={components.some(({ componentID }) => draft.components.includes(componentID))}>
        <summary aria-label={`${texts.components}: ${name}`} />
        <ul>{rows}</ul>
      </details>
    </li>
  );
}

interface ChoiceProps {
  list: "components" | "groups" | "notices" | "reminders";
  id: string;
  draft: DraftChoices;
  /** The name of the box for screen readers, if its text is shorter. */
  label?: string;
  children: ReactNode;
}

function Choice({ list, id, draft, label, children }: ChoiceProps) {
  return (
    <>
      <label>
        <input
          type="checkbox"
          name={list}
          value={id}
          aria-label={label}
          defaultChecked={draft[list].some((chosen) => chosen === id)}
        />
        <span>{children}</span>
      </label>{" "}
    </>
  );
}

/** @param selected is added, because a browser may name a zone differently than the runtime */
function timeZones(selected: string): string[] {
  return [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone"), selected])];
}
