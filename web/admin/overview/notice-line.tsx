import type { ReactNode } from "react";
import { Link } from "wouter";
import type { NoticeStatus } from "../../../worker/notices/domain.ts";
import { useIsNarrower, useIsPhone } from "../../ui/narrow.ts";
import { PanelLink, PanelRow } from "./panel-row.tsx";

interface NoticeLineProps {
  icon: ReactNode;
  /** That of its place in the console. */
  path: string;
  name: string;
  status: NoticeStatus;
  aside: ReactNode;
  /** Opens the composer with the status that comes next. */
  next: { action: string; status: NoticeStatus };
}

/** An incident and a maintenance have the same line. */
export function NoticeLine({ icon, path, name, status, aside, next }: NoticeLineProps) {
  const isPhone = useIsPhone();
  const isTablet = useIsNarrower(64) && !isPhone;
  const statusText = <span className="text-muted">{status}</span>;
  const search = new URLSearchParams({ status: next.status });
  return (
    <PanelRow
      icon={icon}
      aside={
        <span className="flex min-w-0 flex-wrap items-center gap-x-2">
          {isTablet && statusText}
          {aside}
        </span>
      }
      actions={
        <>
          <PanelLink href={`${path}#update`} action="Post update" name={name} isFirst />
          <PanelLink href={`${path}?${search}#update`} action={next.action} name={name} isFirst={false} />
        </>
      }
    >
      <p>
        <Link href={path} className="rounded font-semibold underline-offset-4 hover:underline">
          <bdi>{name}</bdi>
        </Link>{" "}
        {!isTablet && statusText}
      </p>
    </PanelRow>
  );
}
