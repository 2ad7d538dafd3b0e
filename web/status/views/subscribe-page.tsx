import type { FollowedNotice } from "../../../worker/subscribers/domain.ts";
import { BackLink } from "./back-link.tsx";
import { useHref, useTexts } from "./language.tsx";
import { PersonCheck } from "./person-check.tsx";
import { type ServiceView, Shell } from "./shell.tsx";
import { SubscribeFields, type SubscriptionDraft, type SubscriptionTopic } from "./subscribe-fields.tsx";
import { EmailField, Honeypot, PrivacyNotice } from "./subscribe-form.tsx";

export type InvalidField = "emailAddress" | "components" | "person";

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
  const texts = useTexts().subscribe;
  const href = useHref();
  const { draft, topics, followed, invalidField } = data;
  const isNew = invalidField === undefined;
  return (
    <Shell service={data} css={css} title={texts.title}>
      <h1>{texts.title}</h1>
      <p>{texts.intro}</p>
      <form method="post" action={href("/subscribe")} className="card subscribe">
        <FieldError field={invalidField} />
        <p className="field">
          <label htmlFor="email">{texts.emailAddress}</label>
          <EmailField defaultValue={draft.emailAddress} {...(!isNew && { "aria-describedby": "refused" })} />
        </p>
        <SubscribeFields {...{ draft, topics, followed }} usesBrowserZone={isNew} />
        <Honeypot />
        <PersonCheck siteKey={data.turnstileSiteKey} />
        <p>
          <button type="submit">{texts.subscribe}</button>
        </p>
        <PrivacyNotice url={data.privacyNoticeURL} />
      </form>
      <BackLink />
    </Shell>
  );
}

export function FieldError({ field }: { field: InvalidField | undefined }) {
  const texts = useTexts().subscribe;
  if (field === undefined) return null;
  return (
    <p id="refused" className="refused" role="alert">
      {texts.fieldErrors[field]}
    </p>
  );
}

/** The page is the same for known and unknown addresses, so that it reveals no subscriber. */
export function CheckInboxPage({ data, css }: { data: ServiceView; css: string }) {
  const texts = useTexts().subscribe;
  return (
    <Shell service={data} css={css} title={texts.checkInbox}>
      <h1>{texts.checkInbox}</h1>
      <p>{texts.checkInboxNote}</p>
      <BackLink />
    </Shell>
  );
}
