import type { ComponentStatus } from "../../../../worker/components/domain.ts";
import {
  impactColor,
  isOpen,
  noticeColors,
  noticePath,
  noticePhase,
  type ShownNotice,
} from "../../../../worker/notices/domain.ts";
import { MINUTE_MS } from "../../../../worker/shared/time/domain.ts";
import { interpolate } from "../../../shared/interpolate.ts";
import { isolateDirection } from "../../../shared/isolate-direction.ts";
import { toPlainText } from "../../../shared/message-html.ts";
import { BackLink } from "../back-link.tsx";
import { NoticeJsonLd } from "../json-ld.tsx";
import { useTexts } from "../language.tsx";
import { Pages } from "../pages.tsx";
import { type ServiceView, Shell } from "../shell.tsx";
import { FollowForm } from "../subscribe/subscribe-form.tsx";
import { truncate } from "../truncate.ts";
import { NoticeCard } from "./notice-card.tsx";
import { type NoticeView, noticeView } from "./notice-view.ts";

export interface NoticePageData extends ServiceView {
  notice: ShownNotice;
  page: number;
  pages: number;
  /** Null for a maintenance that has not begun. */
  span: { from: string; to: string | null } | null;
  worstStatuses: Map<string, ComponentStatus>;
  now: string;
  privacyNoticeURL: string;
}

export function NoticePage({ data, css }: { data: NoticePageData; css: string }) {
  const texts = useTexts();
  const { notice, worstStatuses } = data;
  const { kind, name, status, latestMessage } = notice;
  const path = noticePath(notice);
  const message = truncate(toPlainText(latestMessage).replace(/\s+/g, " "), MAX_DESCRIPTION_CHARACTERS);
  return (
    <Shell
      service={data}
      css={css}
      title={data.page === 1 ? name : `${name} (${data.page})`}
      state={noticePhase(notice) === "now" ? impactColor(notice) : noticeColors[status]}
      description={
        message
          ? interpolate(texts.labeledText, { label: texts.states[status], text: isolateDirection(message) })
          : texts.states[status]
      }
    >
      <div className="heading">
        <p className="kind">{texts[`${kind}Kind` as const]}</p>
        <CopyLink />
      </div>
      <NoticeCard notice={{ ...noticeView(notice), span: spanView(data), worstStatuses }} Heading="h1" />
      {data.emailEnabled && isOpen(notice) && (
        <FollowForm notice={notice} privacyNoticeURL={data.privacyNoticeURL} />
      )}
      <Pages {...data} pageAddress={(page) => (page === 1 ? path : `${path}?page=${page}`)} />
      <BackLink />
      <NoticeJsonLd data={data} />
    </Shell>
  );
}

const MAX_DESCRIPTION_CHARACTERS = 200;

function spanView({ span, now }: NoticePageData): NoticeView["span"] {
  if (!span) return undefined;
  const { from, to } = span;
  const minutes = Math.max(0, Math.floor((Date.parse(to ?? now) - Date.parse(from)) / MINUTE_MS));
  return { from, minutes, isOngoing: to === null };
}

function CopyLink() {
  const texts = useTexts();
  return (
    <p className="copy-link">
      <button type="button" data-copied={texts.linkCopied}>
        {texts.copyLink}
      </button>
      <script type="module" src="/static/copy-link.js" />
    </p>
  );
}
