import { BackLink } from "./back-link.tsx";
import { useHref, useTexts } from "./language.tsx";
import { PersonCheck } from "./person-check.tsx";
import { type ServiceView, Shell } from "./shell.tsx";
import { SubscribeFields, type SubscriptionDraft } from "./subscribe-fields.tsx";
import { EmailField, Honeypot, PrivacyNotice } from "./subscribe-form.tsx";

/** What of a form is refused. */
export type RefusedField = "emailAddress" | "components" | "person";

export interface SubscribePageData extends ServiceView {
  components: { componentID: string; name: string }[];
  draft: SubscriptionDraft & { emailAddress: string };
  refused?: RefusedField | undefined;
  /** Empty without one. */
  privacyNoticeURL: string;
  /** Empty as long as nobody has to show that they are a person. */
  turnstileSiteKey: string;
}

/** To subscribe with a choice, or to mend what was refused. */
export function SubscribePage({ data, css }: { data: SubscribePageData; css: string }) {
  const texts = useTexts().subscribe;
  const href = useHref();
  const { draft, components, refused } = data;
  const isNew = refused === undefined;
  return (
    <Shell service={data} css={css} title={texts.title}>
      <h1>{texts.title}</h1>
      <p>{texts.intro}</p>
      <form method="post" action={href("/subscribe")} className="card subscribe">
        <RefusedNote field={refused} />
        <p className="field">
          <label htmlFor="email">{texts.emailAddress}</label>
          <EmailField defaultValue={draft.emailAddress} {...(!isNew && { "aria-describedby": "refused" })} />
        </p>
        <SubscribeFields draft={draft} components={components} ownZone={isNew} />
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

export function RefusedNote({ field }: { field: RefusedField | undefined }) {
  const texts = useTexts().subscribe;
  if (field === undefined) return null;
  return (
    <p id="refused" className="refused" role="alert">
      {texts.fieldErrors[field]}
    </p>
  );
}

/** After it was asked for: the same for everybody. */
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
