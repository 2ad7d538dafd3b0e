import { Fragment, useState } from "react";
import { Button, IconButton } from "./button.tsx";
import { CopyIcon } from "./icons/later-icons.tsx";

const COPIED = "Copied";

interface CopyButtonProps {
  text: string;
  label?: string;
  variant?: "primary" | "plain" | "quiet" | "icon";
  onCopied?: () => void;
  children?: string;
}

interface CopyRowProps {
  /** Says what needs to know the text. */
  title: string;
  text: string;
  label: string;
}

/** An address wraps between its parts. */
export function CopyRow({ title, text, label }: CopyRowProps) {
  return (
    <div className="flex items-center justify-between gap-3">
      <p className="min-w-0 [overflow-wrap:anywhere]">
        <span className="text-muted">{title}: </span>
        <code>
          {text.split(/(?<=[/@])/).map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no state
            <Fragment key={index}>
              {part}
              <wbr />
            </Fragment>
          ))}
        </code>
      </p>
      <CopyButton text={text} label={label} />
    </div>
  );
}

export function CopyButton({ text, label, variant = "plain", onCopied, children = "Copy" }: CopyButtonProps) {
  const [result, setResult] = useState("");
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => {
        setResult(COPIED);
        onCopied?.();
      },
      () => setResult("Your browser doesn't allow copying. Select the text instead."),
    );
  // In a row of quiet buttons there's no room beside it.
  const isShort = variant === "quiet" && result === COPIED;
  return (
    <span className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
      <span role="status" className={isShort ? "sr-only" : "text-muted empty:-me-3"}>
        {result}
      </span>
      {variant === "icon" ? (
        <IconButton tip={children} label={label ?? children} onClick={copy} onBlur={() => setResult("")}>
          <CopyIcon />
        </IconButton>
      ) : (
        <Button variant={variant} aria-label={label} onClick={copy} onBlur={() => setResult("")}>
          {isShort ? COPIED : children}
        </Button>
      )}
    </span>
  );
}
