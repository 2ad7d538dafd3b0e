import { Link } from "wouter";
import { type Notice, noticePath } from "../../../../worker/notices/domain.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { ExternalLink } from "../../../ui/external-link.tsx";
import { usePageURL } from "../../page-url.ts";
import { WriteUpLink } from "../write-up-link.tsx";

export function DetailLinks({ notice }: { notice: Notice }) {
  const path = noticePath(notice);
  const publicURL = usePageURL(path);
  return (
    // An open incident's links fit on one line of a phone.
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="flex items-center gap-1">
        <ExternalLink href={publicURL}>View on status page</ExternalLink>
        <CopyButton variant="icon" text={publicURL}>
          Copy public link
        </CopyButton>
      </span>
      <CopyButton text={new URL(path, window.location.href).href}>Copy link</CopyButton>
      <WriteUpLink notice={notice} />
      <Link
        href={`/audit?item=${notice.noticeID}`}
        aria-label={`History, ${notice.name}`}
        className="justify-self-start rounded text-muted underline-offset-4 hover:text-ink hover:underline"
      >
        History
      </Link>
    </div>
  );
}
