import type { CSSProperties, ReactNode } from "react";
import { Link } from "wouter";
import { useIsPhone } from "../../ui/narrow.ts";

interface PanelRowProps {
  icon: ReactNode;
  /** The name of what needs an answer, and what is known about it. */
  children: ReactNode;
  /** Why it needs an answer now. */
  aside?: ReactNode;
  actions: ReactNode;
}

/** Where less is left for the text, the actions are below it. */
const MIN_TEXT_PX = 160;

/** Open incidents, checks and proposals have the same row. On a phone, what is said aside begins a second line. */
export function PanelRow({ icon, children, aside, actions }: PanelRowProps) {
  const isPhone = useIsPhone();
  const hasSecondLine = isPhone && aside !== undefined;
  return (
    <li
      className="flex flex-wrap items-center gap-x-3 border-t border-line py-1.5"
      style={isPhone ? phoneStyle : undefined}
    >
      <div
        className="flex min-w-0 grow items-start gap-1.5"
        style={{ flexBasis: hasSecondLine ? "100%" : MIN_TEXT_PX }}
      >
        {icon}
        <div className="flex min-w-0 grow flex-wrap gap-x-2 [overflow-wrap:anywhere]">{children}</div>
      </div>
      {aside && <span className={isPhone ? "min-w-0 grow basis-0 pl-6.5" : "contents"}>{aside}</span>}
      <span className="flex max-w-full flex-wrap items-center justify-end gap-x-2">{actions}</span>
    </li>
  );
}

/** The line of the name is higher than its letters, unlike the buttons below it. The shorter gap leaves room for a pill. */
const phoneStyle: CSSProperties = { paddingBlock: "6px 7px", columnGap: 8 };

interface PanelLinkProps {
  href: string;
  action: string;
  name: string;
  isFirst: boolean;
}

/** The first action of a row looks like a button, and those after it are quiet. On a phone, all of them look like buttons. */
export function PanelLink({ href, action, name, isFirst }: PanelLinkProps) {
  const isPhone = useIsPhone();
  return (
    <Link
      href={href}
      aria-label={`${action}: ${name}`}
      className={`pointer-coarse:min-h-11 ${isFirst || isPhone ? firstActionClassName : `-mr-2 ${quietClassName}`}`}
      style={isFirst ? undefined : isPhone ? lastOnPhoneStyle : lastStyle}
    >
      {action}
    </Link>
  );
}

/** "Complete" and "Start now" fit, so that the buttons before the last action of each row begin below each other. */
const lastStyle: CSSProperties = { minWidth: "5rem", justifyContent: "flex-end" };
const lastOnPhoneStyle: CSSProperties = { minWidth: "5.25rem", paddingInline: 8, justifyContent: "center" };

const firstActionClassName =
  "inline-flex min-h-9 shrink-0 items-center gap-1.5 rounded-lg border border-line-strong/60 bg-surface px-3 font-medium whitespace-nowrap transition-colors hover:bg-hover";
/** A link or button beside others that matter more. */
export const quietClassName =
  "inline-flex min-h-9 shrink-0 items-center gap-1.5 rounded-lg px-2 font-medium whitespace-nowrap text-accent-text transition-colors hover:bg-hover";

/** The padding has room for the hover and focus of a row's last link, which ends beside its text. */
export const rowsClassName = "-mr-3 grid max-h-[50dvh] overflow-y-auto pr-3";

/** A button below rows that opens the others in place. */
export const moreClassName =
  "min-h-9 justify-self-start rounded-lg font-medium text-accent-text underline-offset-4 hover:underline";

interface MoreButtonProps {
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  /** Says how many there are while they are hidden. */
  children: string;
}

export function MoreButton({ isOpen, onToggle, children }: MoreButtonProps) {
  return (
    <button type="button" aria-expanded={isOpen} onClick={() => onToggle(!isOpen)} className={moreClassName}>
      {isOpen ? "Show fewer" : children}
    </button>
  );
}
