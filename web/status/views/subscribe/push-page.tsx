import { BackLink } from "../back-link.tsx";
import { useTexts } from "../language.tsx";
import { type ServiceView, Shell } from "../shell.tsx";
import { TurnstileContainer, TurnstileScript } from "./person-check.tsx";
import { ReminderFields, type SubscriptionTopic, TopicFields } from "./subscribe-fields.tsx";
import { PrivacyNotice } from "./subscribe-form.tsx";

export interface PushPageData extends ServiceView {
  topics: SubscriptionTopic[];
  privacyNoticeURL: string;
  turnstileSiteKey: string;
}

/** The bell of every page shows this page's template in a dialog. */
export function PushPage({ data, css }: { data: PushPageData; css: string }) {
  const { title, intro, turnOn } = useTexts().push;
  return (
    <Shell service={data} css={css} title={title} isUnlisted>
      <h1>{title}</h1>
      <p>{intro}</p>
      <p className="if-push">
        <button type="button" className="bell" aria-haspopup="dialog">
          {turnOn}
        </button>
      </p>
      <template id="push">
        <PushPanel {...data} />
      </template>
      {data.turnstileSiteKey !== "" && <TurnstileScript render="explicit" />}
      <BackLink />
    </Shell>
  );
}

const unchosen = { everything: true, components: [], groups: [], notices: [], reminders: [] };

function PushPanel({ topics, privacyNoticeURL, turnstileSiteKey }: PushPageData) {
  const { push: texts, subscribe, errorReasons } = useTexts();
  const { on, off, blocked, homeScreen, unsupported, failed } = texts;
  const messages = {
    on,
    off,
    blocked,
    homeScreen,
    unsupported,
    failed,
    saved: subscribe.saved,
    unchosen: subscribe.fieldErrors.components,
    person: subscribe.fieldErrors.person,
    limited: errorReasons[429],
  };
  return (
    <form data-messages={JSON.stringify(messages)}>
      <h2 id="push-title">{texts.title}</h2>
      <p data-show="off">{texts.intro}</p>
      <p role="status" />
      <div className="fields" data-show="on off">
        <TopicFields draft={unchosen} topics={topics} followed={[]} />
        <ReminderFields draft={unchosen} />
      </div>
      <TurnstileContainer siteKey={turnstileSiteKey} />
      <p className="presses">
        <button type="submit" data-show="off">
          {texts.turnOn}
        </button>
        <button type="submit" data-show="on">
          {subscribe.save}
        </button>
        <button type="button" className="quiet" value="off" data-show="on">
          {texts.turnOff}
        </button>
        <button type="button" className="quiet" value="close">
          {texts.close}
        </button>
      </p>
      <PrivacyNotice url={privacyNoticeURL} />
    </form>
  );
}
