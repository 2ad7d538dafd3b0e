import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { isOpen, type Notice, noticePath } from "../../../worker/notices/domain.ts";
import { overviewQuery } from "../overview/calls.ts";

export const quietLinkClass =
  "inline-flex min-h-9 items-center rounded px-1 whitespace-nowrap text-muted underline-offset-4 hover:text-ink hover:underline";

export function WriteUpLink({ notice }: { notice: Notice }) {
  const state = useWriteUpState(notice);
  const { kind, name } = notice;
  if (kind !== "incident" || (isOpen(notice) && !state)) return null;
  const text = state ? `Write-up: ${state}` : "Write-up";
  return (
    <Link href={`${noticePath(notice)}/write-up`} aria-label={`${text}, ${name}`} className={quietLinkClass}>
      {text}
    </Link>
  );
}

/** The list has room for a write-up that exists. */
export function WriteUpState({ notice }: { notice: Notice }) {
  const state = useWriteUpState(notice);
  if (!state) return null;
  const text = `Write-up: ${state}`;
  return (
    <>
      {" · "}
      <Link
        href={`${noticePath(notice)}/write-up`}
        aria-label={`${text}, ${notice.name}`}
        className="relative rounded underline-offset-4 hover:underline"
      >
        {text}
      </Link>
    </>
  );
}

function useWriteUpState({ noticeID, postmortemPublishedAt }: Notice): "published" | "draft" | undefined {
  const { data: overview } = useQuery(overviewQuery);
  if (postmortemPublishedAt) return "published";
  return overview?.postmortemDrafts.includes(noticeID) ? "draft" : undefined;
}
