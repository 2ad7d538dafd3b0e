import type { ReactNode } from "react";
import { Link } from "wouter";
import type { StatusColor } from "../../../worker/components/domain.ts";
import { StatusIcon } from "../../ui/icons/status-icon.tsx";
import { DraftChip } from "../drafts/draft-chip.ts";

interface ListRowProps {
  status: string;
  color: StatusColor;
  shape?: string | undefined;
  name: string;
  href?: string;
  /** The forms of the item, as for `useDraft`. */
  drafts: readonly string[];
  /** Stands in place of the icon. */
  lead?: ReactNode;
  children?: ReactNode;
  actions: ReactNode;
  statusMenu?: ReactNode;
  className?: string;
}

/** The buttons have a separate line in a narrow list, so that the name has room. */
export function ListRow({
  status,
  color,
  shape,
  name,
  href,
  drafts,
  lead,
  children,
  actions,
  statusMenu,
  className = "",
}: ListRowProps) {
  return (
    <li className={`flex flex-wrap items-center gap-x-3.5 gap-y-1 px-4 py-3 @xl:flex-nowrap ${className}`}>
      <span className="flex self-start pt-0.5 @xl:self-auto">
        {lead ?? <StatusIcon status={status} color={color} shape={shape} />}
      </span>
      <div className="min-w-0 grow basis-[calc(100%-3.5rem)] @xl:basis-auto">
        <p className="font-medium [overflow-wrap:anywhere]">
          {href === undefined ? (
            <bdi>{name}</bdi>
          ) : (
            <Link href={href} className="rounded underline-offset-4 hover:underline">
              <bdi>{name}</bdi>
            </Link>
          )}
          <DraftChip names={drafts} />
        </p>
        {children}
      </div>
      <div className="-mr-2 -mb-1 flex w-[calc(100%+0.5rem)] shrink-0 items-center @xl:mb-0 @xl:w-auto">
        <span className="mr-auto text-muted @xs:pl-8.5 @xl:mr-3 @xl:pl-3">
          {/* Screen readers read the status from the icon. */}
          {statusMenu ?? <span aria-hidden="true">{status}</span>}
        </span>
        {actions}
      </div>
    </li>
  );
}
