import { noticePath } from "../../../worker/notices/domain.ts";
import { useTexts, useVisit } from "./language.tsx";
import { plainTextOf } from "./markdown.tsx";
import type { NoticePageData } from "./notice-page.tsx";
import { truncate } from "./truncate.ts";

const MAX_MESSAGE_CHARACTERS = 5000;

/** Structured data, see https://schema.org. */
function JsonLd({ facts }: { facts: object }) {
  const json = JSON.stringify({ "@context": "https://schema.org", ...facts }).replaceAll("<", "\\u003c");
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON without any < cannot end the script
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}

export function PageFacts({ serviceName, description }: { serviceName: string; description: string }) {
  const { origin, language } = useVisit();
  const { service } = useTexts();
  const name = serviceName || service;
  const about = { "@type": "Service", name };
  return (
    <JsonLd
      facts={{ "@type": "WebPage", url: `${origin}/`, name, description, about, inLanguage: language }}
    />
  );
}

export function NoticeFacts({ data }: { data: NoticePageData }) {
  const { origin } = useVisit();
  const { service } = useTexts();
  const organization = {
    "@type": "Organization",
    name: data.serviceName || service,
    url: `${origin}/`,
  };
  const { kind, name, createdAt, updatedAt, startAt, endAt } = data.notice;
  const url = origin + noticePath(data.notice);
  const message = truncate(plainTextOf(data.notice.lastWords), MAX_MESSAGE_CHARACTERS);
  if (kind === "incident") {
    const facts = {
      "@type": "Article",
      url,
      headline: name,
      articleBody: message,
      datePublished: createdAt,
      dateModified: updatedAt,
      author: organization,
    };
    return <JsonLd facts={facts} />;
  }
  const facts = {
    "@type": "Event",
    url,
    name,
    description: message,
    startDate: startAt,
    endDate: endAt,
    eventStatus: "https://schema.org/EventScheduled",
    eventAttendanceMode: "https://schema.org/OnlineEventAttendanceMode",
    location: { "@type": "VirtualLocation", url },
    organizer: organization,
  };
  return <JsonLd facts={facts} />;
}
