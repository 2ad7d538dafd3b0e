import {
  type FollowedNotice,
  MAX_ENTERED_ADDRESS_CHARACTERS,
} from "../../../../worker/notify/subscribers/domain.ts";
import type { Texts } from "../../texts/en.ts";
import { BackLink } from "../back-link.tsx";
import { useHref, useTexts } from "../language.tsx";
import { type ServiceView, Shell } from "../shell.tsx";
import { FollowPanel } from "./follow-panel.tsx";
import { PersonCheck } from "./person-check.tsx";
import { SubscribeFields, type SubscriptionDraft, type SubscriptionTopic } from "./subscribe-fields.tsx";
import { EmailField, Honeypot, PrivacyNotice } from "./subscribe-form.tsx";

export type InvalidField = "emailAddress" | "endpoint" | "components" | "person";

export interface SubscribePageData extends ServiceView {
  topics: SubscriptionTopic[];
  followed: FollowedNotice[];
  draft: SubscriptionDraft & { emailAddress: string };
  invalidField?: InvalidField | undefined;
  privacyNoticeURL: string;
  /** It is empty where Turnstile is off. */
  turnstileSiteKey: string;
}

export function SubscribePage({ data, css }: { data: SubscribePageData; css: string }) {
  const { subscribe: texts, endpoints, push } = useTexts();
  const href = useHref();
  const title = data.endpointsEnabled ? endpoints.title : texts.title;
  const { draft, topics, followed, invalidField } = data;
  const isNew = invalidField === undefined;
  return (
    <Shell service={data} css={css} title={title}>
      <h1>{title}</h1>
      <p>{data.endpointsEnabled ? endpoints.intro : texts.choicesIntro}</p>
      <form method="post" action={href("/subscribe")} className="card subscribe">
        <FieldError field={invalidField} />
        <p className="field">
          <label htmlFor="email">{addressLabel(data, useTexts())}</label>{" "}
          <AddressField data={data} isNew={isNew} />
        </p>
        <SubscribeFields draft={draft} topics={topics} followed={followed} usesBrowserZone={isNew} />
        <Honeypot />
        <PersonCheck siteKey={data.turnstileSiteKey} />
        <p>
          <button type="submit">{texts.subscribe}</button>
        </p>
        <PrivacyNotice url={data.privacyNoticeURL} />
      </form>
      {data.endpointsEnabled && (
        <section className="if-push" aria-labelledby="in-browser">
          <h2 id="in-browser">{push.title}</h2>
          <div className="card subscribe">
            <p>{push.intro}</p>
            <p>
              <button type="button" className="bell quiet" aria-haspopup="dialog">
                {push.turnOn}
              </button>
            </p>
          </div>
        </section>
      )}
      <template id="follow-template">
        <FollowPanel {...data} />
      </template>
      <BackLink />
    </Shell>
  );
}

function addressLabel({ emailEnabled, endpointsEnabled }: SubscribePageData, texts: Texts): string {
  if (!endpointsEnabled) return texts.subscribe.emailAddress;
  return emailEnabled ? texts.endpoints.anyAddress : texts.endpoints.address;
}

function AddressField({ data, isNew }: { data: SubscribePageData; isNew: boolean }) {
  const texts = useTexts().endpoints;
  const { draft, endpointsEnabled } = data;
  const described = [...(isNew ? [] : ["refused"]), ...(endpointsEnabled ? ["address-note"] : [])].join(" ");
  const field = { defaultValue: draft.emailAddress, ...(described && { "aria-describedby": described }) };
  if (!endpointsEnabled) return <EmailField {...field} />;
  return (
    <>
      <input
        id="email"
        type="text"
        inputMode={data.emailEnabled ? "email" : "url"}
        name="emailAddress"
        required
        autoComplete={data.emailEnabled ? "email" : "off"}
        autoCapitalize="off"
        spellCheck={false}
        maxLength={MAX_ENTERED_ADDRESS_CHARACTERS}
        {...field}
      />{" "}
      <small id="address-note">{texts.addressNote}</small>
    </>
  );
}

export function FieldError({ field }: { field: InvalidField | undefined }) {
  const all = useTexts();
  if (field === undefined) return null;
  return (
    <p id="refused" className="refused" role="alert">
      {field === "endpoint" ? all.endpoints.refused : all.subscribe.fieldErrors[field]}
    </p>
  );
}

export type RequestedBy = "email" | "webhook" | "chat";

/** The page is the same for known and unknown addresses, so that it reveals no subscriber. */
export function SubscriptionRequestedPage({
  data,
  css,
  by,
}: {
  data: ServiceView;
  css: string;
  by: RequestedBy;
}) {
  const { subscribe: texts, endpoints } = useTexts();
  const note = {
    email: texts.checkInboxNote,
    webhook: endpoints.requestedWebhook,
    chat: endpoints.requestedChat,
  }[by];
  const title = by === "email" ? texts.checkInbox : endpoints.requested;
  return (
    <Shell service={data} css={css} title={title}>
      <h1>{title}</h1>
      <p>{note}</p>
      <BackLink />
    </Shell>
  );
}
