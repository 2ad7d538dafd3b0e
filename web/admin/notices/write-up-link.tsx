import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { isOpen, type Notice, noticePath } from "../../../worker/notices/domain.ts";
import { overviewQuery } from "../overview/calls.ts";

export const quietLinkClass =
  "inline-flex min-h-9 items-center rounded px-1 whitespace-nowrap text-muted underline-offset-4 hover:text-ink hover:underline";

export function WriteUpLink({ notice }: { notice: Notice }) {
  const { data: overview } = useQuery(overviewQuery);
  const { kind, noticeID, name, postmortemPublishedAt } = notice;
  const hasDraft = overview?.postmortemDrafts.includes(noticeID);
  const state = postmortemPublishedAt ? "published" : hasDraft && "draft";
  if (kind !== "incident" || (isOpen(notice) && !state)) return null;
  const text = state ? `Write-up: ${state}` : "Write-up";
  return (
    <Link href={`${noticePath(notice)}/write-up`} aria-label={`${text}, ${name}`} className={quietLinkClass}>
      {text}
    </Link>
  );
}
