import type { ComponentProps } from "react";
import { Spinner } from "./icons/start-icons.tsx";

const variants = {
  primary:
    "px-3.5 bg-accent text-on-accent enabled:not-aria-disabled:hover:bg-accent-hover border-transparent",
  plain: "px-3.5 bg-surface text-ink enabled:not-aria-disabled:hover:bg-hover border-line-strong/60",
  danger:
    "px-3.5 bg-danger text-on-accent enabled:not-aria-disabled:hover:bg-danger-hover border-transparent",
  quiet: "px-2 text-accent-text enabled:not-aria-disabled:hover:bg-hover border-transparent",
};

interface ButtonProps extends ComponentProps<"button"> {
  variant?: keyof typeof variants;
  /** Unlike a disabled button, a busy one keeps its width and the focus. */
  busy?: boolean;
  /** It does nothing, but keeps the focus, and can be found by screen readers. */
  inactive?: boolean;
}

export function Button({
  variant = "plain",
  busy = false,
  inactive = false,
  onClick,
  children,
  className = "",
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      aria-disabled={busy || inactive || undefined}
      aria-busy={busy || undefined}
      onClick={busy || inactive ? (event) => event.preventDefault() : onClick}
      className={`relative inline-flex min-h-9 items-center justify-center gap-1.5 rounded-lg border py-1.5 font-medium whitespace-nowrap transition-colors disabled:opacity-60 aria-disabled:opacity-60 ${variants[variant]} ${className}`}
      {...rest}
    >
      <span className={`inline-flex items-center gap-1.5 ${busy ? "opacity-0" : ""}`}>{children}</span>
      {busy && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      )}
    </button>
  );
}

interface IconButtonProps extends Omit<ComponentProps<"button">, "disabled"> {
  tip: string;
  /** The accessible name, where several buttons share a tooltip. */
  label?: string;
  /** Unlike a disabled button, it keeps the focus. */
  inactive?: boolean;
}

export function IconButton({
  tip,
  label = tip,
  inactive = false,
  onClick,
  children,
  className = "",
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={inactive || undefined}
      data-tip={tip}
      onClick={inactive ? undefined : onClick}
      className={`grid size-9 shrink-0 place-items-center rounded-lg text-muted transition-colors aria-disabled:opacity-35 not-aria-disabled:hover:bg-hover not-aria-disabled:hover:text-ink ${className}`}
      {...rest}
    >
      {children}
    </button>
  );
}
