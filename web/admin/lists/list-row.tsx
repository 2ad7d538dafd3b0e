import type { CSSProperties, ReactNode } from "react";
import { Link } from "wouter";
import type { StatusColor } from "../../../worker/components/domain.ts";
import { StatusIcon } from "../../ui/icons/status-icon.tsx";
import { DraftChip } from "../drafts/draft-chip.ts";
import { isQuietColor, StatusPill } from "./status-pill.tsx";

interface ListRowProps {
  status: string;
  color: StatusColor;
  shape?: string | undefined;
  name: string;
  /** A press anywhere on the row opens it, except on what is positioned above. */
  href?: string;
  /** The forms of the item, as for `useDraft`. */
  drafts: readonly string[];
  /** Stands in place of the icon. */
  lead?: ReactNode;
  /** Stands before the icon. */
  fold?: ReactNode;
  /** Its rows are indented, so that they need the room between icon and name. */
  isTree?: boolean;
  children?: ReactNode;
  actions: ReactNode;
  /** A number or a duration before the status. */
  value?: ReactNode;
  statusMenu?: ReactNode;
  className?: string;
}

/** The values before the statuses of all rows end below each other. On a phone, the indent would take its width from the pill. */
const statusStyle: CSSProperties = { minWidth: 124, flexShrink: 0 };

/** A name of two lines says enough: all of it is in the item's dialog or on its screen. */
const nameStyle: CSSProperties = {
  display: "-webkit-inline-box",
  WebkitBoxOrient: "vertical",
  WebkitLineClamp: 2,
  overflow: "hidden",
  verticalAlign: "bottom",
};

/** Covers the row, which is positioned. */
const linkClass = "rounded underline-offset-4 after:absolute after:inset-0 hover:underline";

/** The buttons have a separate line in a narrow list, so that the name has room. */
export function ListRow({
  status,
  color,
  shape,
  name,
  href,
  drafts,
  lead,
  fold,
  isTree = false,
  children,
  actions,
  value,
  statusMenu,
  className = "",
}: ListRowProps) {
  return (
    <li
      className={`flex flex-wrap items-center px-4 pt-2 @xl:flex-nowrap @xl:pb-2 ${href === undefined ? "" : "relative transition-colors first:rounded-t-xl last:rounded-b-xl hover:bg-hover"} ${className}`}
    >
      <div
        className={`flex min-w-0 grow basis-full items-start @xl:basis-auto @xl:items-center ${isTree ? "gap-1.5" : "gap-3.5"}`}
      >
        {fold}
        {lead === undefined ? <StatusIcon status={status} color={color} shape={shape} /> : lead}
        <div className="flex min-w-0 grow flex-wrap gap-x-2">
          <p className="font-semibold [overflow-wrap:anywhere]">
            {href === undefined ? (
              <bdi style={nameStyle}>{name}</bdi>
            ) : (
              <Link href={href} className={linkClass}>
                <bdi style={nameStyle}>{name}</bdi>
              </Link>
            )}
            <DraftChip names={drafts} />
          </p>
          {children}
        </div>
      </div>
      <div className="-mt-2.5 -mr-3 flex min-h-11 min-w-0 shrink-0 grow basis-full items-center @xl:-my-1 @xl:-mr-2 @xl:grow-0 @xl:basis-auto">
        {/* A menu below a checkbox would make it hard to hit. */}
        <span
          style={value ? statusStyle : undefined}
          className={`mr-auto min-w-0 @xl:mr-2 @xl:pl-3 ${indent({ color, lead, fold, isTree })}`}
        >
          {/* Screen readers read the status from the icon. */}
          {statusMenu ?? (
            <span aria-hidden="true">
              <StatusPill color={color}>{status}</StatusPill>
            </span>
          )}
        </span>
        {value && (
          <span className="min-w-0 truncate text-muted tabular-nums @xl:-order-1 @xl:pl-3">{value}</span>
        )}
        {actions}
      </div>
    </li>
  );
}

type IndentProps = Pick<ListRowProps, "color" | "lead" | "fold" | "isTree">;

/** Below the name, a colored pill begins where the name does, and one without a color has its text there. The longest pill needs the indent on a small phone. */
function indent({ color, lead, fold, isTree }: IndentProps): string {
  const isQuiet = isQuietColor(color);
  if (fold) return isQuiet ? "pl-10" : "pl-[clamp(0px,100%-16.5rem,3.125rem)]";
  if (isTree && isQuiet) return "pl-4";
  if (isQuiet) return "@xs:pl-6";
  // A box to tick needs the room around it.
  if (lead) return isTree ? "pl-6.5" : "pl-8.5";
  return isTree ? "pl-[clamp(0px,100%-16.5rem,1.625rem)]" : "pl-[clamp(0px,100%-16.5rem,2.125rem)]";
}
