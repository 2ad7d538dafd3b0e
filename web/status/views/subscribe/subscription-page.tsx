import type { ComponentProps, ReactNode } from "react";
import { type FollowedNotice, isNothingChosen } from "../../../../worker/notify/subscribers/domain.ts";
import { BackLink } from "../back-link.tsx";
import { Interpolated, useHref, useTexts } from "../language.tsx";
import { type ServiceView, Shell } from "../shell.tsx";
import { Time } from "../time.tsx";
import { EndpointSections, type EndpointView } from "./endpoint-section.tsx";
import {
  NoticeName,
  SubscribeFields,
  type SubscriptionDraft,
  type SubscriptionTopic,
} from "./subscribe-fields.tsx";
import { FieldError, type InvalidField } from "./subscribe-page.tsx";

export interface SubscriptionPageData extends ServiceView {
  /** `/subscriptions/{id}/{token}`. */
  address: string;
  /** The email address, or a shortened one of an endpoint. Empty where the link can only unsubscribe. */
  recipient: string;
  endpoint: EndpointView | null;
  endpointResult?: ComponentProps<typeof EndpointSections>["result"];
  draft: SubscriptionDraft;
  topics: SubscriptionTopic[];
  followed: FollowedNotice[];
  /** These wait for the confirmation. */
  requested: FollowedNotice[];
  isConfirmed: boolean;
  requestedAt: string;
  confirmedAt: string | null;
  view: "confirm" | "confirmed" | "alreadyConfirmed" | "manage" | "saved" | "unsubscribe" | "unsubscribed";
  invalidField?: InvalidField | undefined;
}

/** Mail scanners open links, so opening one changes nothing; only its button does. */
export function SubscriptionPage({ data, css }: { data: SubscriptionPageData; css: string }) {
  const texts = useTexts().subscribe;
  const { view } = data;
  const title = {
    confirm: texts.confirmTitle,
    confirmed: texts.confirmed,
    alreadyConfirmed: texts.confirmed,
    manage: texts.manageTitle,
    saved: texts.manageTitle,
    unsubscribe: texts.unsubscribe,
    unsubscribed: texts.unsubscribed,
  }[view];
  const Body = bodies[view];
  return (
    <Shell service={data} css={css} title={title} isUnlisted>
      <h1>{title}</h1>
      <Body {...data} />
      <BackLink />
    </Shell>
  );
}

const bodies = {
  confirm: Confirm,
  confirmed: Confirmed,
  alreadyConfirmed: Confirmed,
  manage: Manage,
  saved: Manage,
  unsubscribe: Unsubscribe,
  unsubscribed: Unsubscribed,
};

/** Declining has a page of its own, so that nobody presses the wrong one of two buttons. */
function Confirm(data: SubscriptionPageData) {
  const texts = useTexts().subscribe;
  const href = useHref();
  return (
    <>
      <Note {...data} text={texts.confirmNote} />
      {data.requested.length > 0 && (
        <ul>
          {data.requested.map(({ noticeID, ...notice }) => (
            <li key={noticeID}>
              <NoticeName {...notice} />
            </li>
          ))}
        </ul>
      )}
      <Button to={`${data.address}/confirm`}>{texts.confirm}</Button>
      {!data.isConfirmed && (
        <p className="sentence">
          {texts.notRequested} <a href={href(`${data.address}/unsubscribe`)}>{texts.decline}</a>
        </p>
      )}
    </>
  );
}

function Confirmed(data: SubscriptionPageData) {
  const texts = useTexts().subscribe;
  const href = useHref();
  return (
    <>
      <Note
        {...data}
        text={data.view === "alreadyConfirmed" ? texts.alreadyConfirmed : texts.confirmedNote}
      />
      <p>
        <a href={href(data.address)}>{texts.changeSubscription}</a>
      </p>
    </>
  );
}

function Manage(data: SubscriptionPageData) {
  const texts = useTexts().subscribe;
  const href = useHref();
  const { draft, view, invalidField, address } = data;
  const hasNoComponents = isNothingChosen(draft) && invalidField === undefined;
  return (
    <>
      <Note {...data} text={texts.manageNote} />
      <form method="post" action={href(address)} className="card subscribe">
        {view === "saved" && <p role="status">{texts.saved}</p>}
        {hasNoComponents && <p className="refused">{texts.noComponentsLeft}</p>}
        <FieldError field={invalidField} />
        <SubscribeFields draft={draft} topics={data.topics} followed={data.followed} />
        <p>
          <button type="submit">{texts.save}</button>
        </p>
      </form>
      {data.endpoint && (
        <EndpointSections address={address} endpoint={data.endpoint} result={data.endpointResult} />
      )}
      <Button to={`${address}/unsubscribe`} isQuiet>
        {texts.unsubscribe}
      </Button>
      <StoredData {...data} />
    </>
  );
}

function StoredData({ address, recipient, endpoint, requestedAt, confirmedAt }: SubscriptionPageData) {
  const { subscribe: texts, endpoints } = useTexts();
  return (
    <section aria-labelledby="stored">
      <h2 id="stored">{texts.storedData}</h2>
      <div className="card subscribe">
        <dl>
          <dt>{endpoint ? endpoints.addressLabel : texts.emailAddress}</dt>
          <dd>
            <bdi>{recipient}</bdi>
          </dd>
          <dt>{texts.requestedAt}</dt>
          <dd>
            <Time at={requestedAt} />
          </dd>
          {confirmedAt !== null && (
            <>
              <dt>{texts.confirmedAt}</dt>
              <dd>
                <Time at={confirmedAt} />
              </dd>
            </>
          )}
        </dl>
        <p>{endpoint ? endpoints.storedNote : texts.storedDataNote}</p>
        <p>
          <a href={`${address}/data`} download="subscription.json">
            {texts.download}
          </a>
        </p>
      </div>
    </section>
  );
}

function Unsubscribe(data: SubscriptionPageData) {
  const texts = useTexts().subscribe;
  return (
    <>
      <Note
        {...data}
        text={data.recipient === "" ? texts.unsubscribeNoteWithoutAddress : texts.unsubscribeNote}
      />
      <Button to={`${data.address}/unsubscribe`}>{texts.unsubscribe}</Button>
    </>
  );
}

function Unsubscribed() {
  const texts = useTexts().subscribe;
  const href = useHref();
  return (
    <>
      <p>{texts.unsubscribedNote}</p>
      <p>
        <a href={href("/subscribe")}>{texts.subscribeAgain}</a>
      </p>
    </>
  );
}

function Note({ text, recipient, serviceName }: SubscriptionPageData & { text: string }) {
  const { service } = useTexts();
  const values = { address: <bdi>{recipient}</bdi>, service: <bdi>{serviceName || service}</bdi> };
  return (
    <p>
      <Interpolated text={text} values={values} />
    </p>
  );
}

function Button({ to, isQuiet = false, children }: { to: string; isQuiet?: boolean; children: ReactNode }) {
  return (
    <form method="post" action={useHref()(to)}>
      <button type="submit" className={isQuiet ? "quiet" : undefined}>
        {children}
      </button>
    </form>
  );
}
