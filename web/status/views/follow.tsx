import { useTexts } from "./language.tsx";
import { SubscribeForm } from "./subscribe-form.tsx";

const feeds = { RSS: "/history.rss", Atom: "/history.atom", "JSON Feed": "/history.json" };

/** Ways to hear of news without looking here. */
export function Follow({ byMail }: { byMail: boolean }) {
  const texts = useTexts();
  return (
    <section aria-labelledby="follow">
      <h2 id="follow">{texts.follow}</h2>
      <div className="card ways">
        {byMail && <SubscribeForm />}
        <div>
          <h3>{texts.feeds}</h3>
          <ul className="choices">
            {Object.entries(feeds).map(([name, address]) => (
              <li key={name}>
                <a href={address}>{name}</a>
              </li>
            ))}
          </ul>
        </div>
        <div>
          <h3>{texts.calendar}</h3>
          <p>
            <a href="/maintenances.ics">{texts.calendarOf}</a>
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
