import { noticePath } from "../../../worker/notices/domain.ts";
import { postmortemPath } from "../../../worker/notices/postmortem/domain.ts";
import { toPlainText } from "../../shared/message-html.ts";
import { usePageContext, useTexts } from "./language.tsx";
import type { NoticePageData } from "./notice/notice-page.tsx";
import type { PostmortemPageData } from "./notice/postmortem-page.tsx";
import type { ServiceView } from "./shell.tsx";
import { truncate } from "./truncate.ts";

const MAX_MESSAGE_CHARACTERS = 5000;

function JsonLd({ properties }: { properties: object }) {
  const json = JSON.stringify({ "@context": "https://schema.org", ...properties }).replaceAll("<", "\\u003c");
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON without any < cannot end the script
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}

export function PageJsonLd({ serviceName, description }: { serviceName: string; description: string }) {
  const { origin, language } = usePageContext();
  const { service } = useTexts();
  const name = serviceName || service;
  const about = { "@type": "Service", name };
  return (
    <JsonLd
      properties={{ "@type": "WebPage", url: `${origin}/`, name, description, about, inLanguage: language }}
    />
  );
}

function useOrganization({ serviceName }: ServiceView) {
  const { origin } = usePageContext();
  const { service } = useTexts();
  return { "@type": "Organization", name: serviceName || service, url: `${origin}/` };
}

export function PostmortemJsonLd({ data }: { data: PostmortemPageData }) {
  const { origin } = usePageContext();
  const { noticeID, name, body, publishedAt, updatedAt } = data.postmortem;
  const properties = {
    "@type": "Article",
    url: origin + postmortemPath(noticeID),
    headline: name,
    articleBody: truncate(toPlainText(body, "document"), MAX_MESSAGE_CHARACTERS),
    datePublished: publishedAt,
    dateModified: updatedAt,
    author: useOrganization(data),
  };
  return <JsonLd properties={properties} />;
}

export function NoticeJsonLd({ data }: { data: NoticePageData }) {
  const { origin } = usePageContext();
  const organization = useOrganization(data);
  const { kind, name, createdAt, updatedAt, startAt, endAt } = data.notice;
  const url = origin + noticePath(data.notice);
  const message = truncate(toPlainText(data.notice.latestMessage), MAX_MESSAGE_CHARACTERS);
  if (kind === "incident") {
    const properties = {
      "@type": "Article",
      url,
      headline: name,
      articleBody: message,
      datePublished: createdAt,
      dateModified: updatedAt,
      author: organization,
    };
    return <JsonLd properties={properties} />;
  }
  const properties = {
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
  return <JsonLd properties={properties} />;
}
