import type { ComponentStatus } from "../../../../worker/components/domain.ts";
import type { NoticeKind, NoticeStatus } from "../../../../worker/notices/domain.ts";
import type { EndpointChannelName } from "../../../../worker/notify/chat/domain.ts";
import type { DeliveryState } from "../../../../worker/notify/outbox/domain.ts";
import { interpolate } from "../../../shared/interpolate.ts";
import { Interpolated, useHref, useTexts } from "../language.tsx";
import { Time } from "../time.tsx";
import { NoticeName } from "./subscribe-fields.tsx";

export interface EndpointView {
  channel: EndpointChannelName;
  pausedSince: string | null;
  isSecretShown: boolean;
  /** Newest first. */
  deliveries: EndpointDeliveryView[];
}

interface EndpointDeliveryView {
  deliveryID: number;
  /** Null for the message that asked to confirm. */
  about: NoticeDelivery | ComponentDelivery | null;
  createdAt: string;
  state: DeliveryState;
  responseStatus: number | null;
  triedAt: string | null;
}

interface NoticeDelivery {
  kind: NoticeKind;
  name: string;
  status: NoticeStatus;
}

interface ComponentDelivery {
  kind: "component";
  name: string;
  status: ComponentStatus;
  /** How many other components the message announces. */
  otherCount: number;
}

interface Props {
  /** `/subscriptions/{id}/{token}`. */
  address: string;
  endpoint: EndpointView;
  /** The result of the button that was pressed last. */
  result: { secret: string } | { test: { status: number | null } } | undefined;
}

export function EndpointSections({ address, endpoint, result }: Props) {
  const texts = useTexts().endpoints;
  return (
    <>
      {endpoint.pausedSince !== null && (
        <div className="card subscribe" role="alert">
          <p className="refused">
            <Interpolated text={texts.paused} values={{ time: <Time at={endpoint.pausedSince} /> }} />
          </p>
          <PostButton to={`${address}/resume`}>{texts.resume}</PostButton>
        </div>
      )}
      <Deliveries address={address} endpoint={endpoint} result={result} />
      {endpoint.channel === "webhook" && <Secret address={address} endpoint={endpoint} result={result} />}
    </>
  );
}

function Deliveries({ address, endpoint, result }: Props) {
  const all = useTexts();
  const texts = all.endpoints;
  const responseText = (status: number | null) =>
    status === null ? texts.noResponse : interpolate(texts.response, { status: String(status) });
  return (
    <section aria-labelledby="deliveries">
      <h2 id="deliveries">{texts.deliveries}</h2>
      <div className="card subscribe">
        {result && "test" in result && (
          <p role="status">{interpolate(texts.testResult, { result: responseText(result.test.status) })}</p>
        )}
        <PostButton to={`${address}/test`}>{texts.sendTest}</PostButton>
        {endpoint.deliveries.length === 0 && <p>{texts.none}</p>}
        <ul className="deliveries">
          {endpoint.deliveries.map(({ deliveryID, about, createdAt, state, responseStatus, triedAt }) => (
            <li key={deliveryID}>
              <div>
                <DeliveryName about={about} />
                <br />
                <small>
                  <Time at={triedAt ?? createdAt} />
                  {" · "}
                  {texts.states[state]}
                  {triedAt !== null && ` · ${responseText(responseStatus)}`}
                </small>
              </div>
              {about && (state === "sent" || state === "failed") && endpoint.pausedSince === null && (
                <PostButton to={`${address}/again`} fields={{ deliveryID: String(deliveryID) }}>
                  {texts.sendAgain}
                </PostButton>
              )}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function DeliveryName({ about }: Pick<EndpointDeliveryView, "about">) {
  const { states, endpoints } = useTexts();
  if (!about) return endpoints.confirmation;
  if (about.kind !== "component")
    return (
      <>
        <NoticeName {...about} /> <small>{states[about.status]}</small>
      </>
    );
  return (
    <>
      <bdi>{about.name}</bdi> <small>{states[about.status]}</small>
      {about.otherCount > 0 && <small> +{about.otherCount}</small>}
    </>
  );
}

function Secret({ address, endpoint, result }: Props) {
  const texts = useTexts().endpoints;
  const secret = result && "secret" in result ? result.secret : undefined;
  const note = endpoint.isSecretShown ? texts.secretHidden : texts.secretUnseen;
  return (
    <section aria-labelledby="secret">
      <h2 id="secret">{texts.secret}</h2>
      <div className="card subscribe">
        <p>{secret === undefined ? note : texts.secretNote}</p>
        {secret !== undefined && (
          <p role="status">
            <code dir="ltr">{secret}</code>
          </p>
        )}
        {!endpoint.isSecretShown && <PostButton to={`${address}/secret`}>{texts.showSecret}</PostButton>}
        {endpoint.isSecretShown && secret === undefined && (
          <>
            <p>{texts.replaceNote}</p>
            <PostButton to={`${address}/new-secret`}>{texts.replaceSecret}</PostButton>
          </>
        )}
      </div>
    </section>
  );
}

interface PostButtonProps {
  to: string;
  fields?: Record<string, string>;
  children: string;
}

function PostButton({ to, fields = {}, children }: PostButtonProps) {
  return (
    <form method="post" action={useHref()(to)}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className="quiet">
        {children}
      </button>
    </form>
  );
}
