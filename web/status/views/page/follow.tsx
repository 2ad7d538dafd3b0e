import { useHref, useTexts } from "../language.tsx";
import { SubscribeForm } from "../subscribe/subscribe-form.tsx";
import { FeedList } from "./feed-links.tsx";

interface FollowProps {
  byMail: boolean;
  byEndpoint: boolean;
  privacyNoticeURL: string;
}

export function Follow({ byMail, byEndpoint, privacyNoticeURL }: FollowProps) {
  const texts = useTexts();
  const href = useHref();
  return (
    <section aria-labelledby="follow">
      <h2 id="follow">{texts.follow}</h2>
      <div className="card ways">
        {byMail && <SubscribeForm privacyNoticeURL={privacyNoticeURL} />}
        {byEndpoint && (
          <div>
            <h3>{texts.endpoints.title}</h3>
            <p>
              <a href={href("/subscribe")}>{texts.endpoints.follow}</a>
            </p>
          </div>
        )}
        {byEndpoint && (
          <div className="if-push">
            <h3>{texts.push.title}</h3>
            <p>
              <button type="button" className="bell quiet" aria-haspopup="dialog">
                {texts.push.bell}
              </button>
            </p>
          </div>
        )}
        <OtherWays />
      </div>
    </section>
  );
}

/** The ways for which nobody has to give an address. */
export function OtherWays() {
  const texts = useTexts();
  return (
    <>
      <div>
        <h3>{texts.feeds}</h3>
        <FeedList />
      </div>
      <div>
        <h3>{texts.calendar}</h3>
        <p>
          <a href="/maintenances.ics">{texts.calendarLink}</a>
        </p>
      </div>
      <div>
        <h3>{texts.programs}</h3>
        <p>
          <a href="/api/docs">{texts.api}</a>
        </p>
      </div>
    </>
  );
}
