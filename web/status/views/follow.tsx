import { FeedList } from "./feed-links.tsx";
import { useTexts } from "./language.tsx";
import { SubscribeForm } from "./subscribe-form.tsx";

export function Follow({ byMail, privacyNoticeURL }: { byMail: boolean; privacyNoticeURL: string }) {
  const texts = useTexts();
  return (
    <section aria-labelledby="follow">
      <h2 id="follow">{texts.follow}</h2>
      <div className="card ways">
        {byMail && <SubscribeForm privacyNoticeURL={privacyNoticeURL} />}
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
      </div>
    </section>
  );
}
