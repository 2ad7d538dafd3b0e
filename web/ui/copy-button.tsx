import { useState } from "react";
import { Button } from "./button.tsx";

interface CopyButtonProps {
  text: string;
  label?: string;
  look?: "primary" | "plain";
}

export function CopyButton({ text, label, look = "plain" }: CopyButtonProps) {
  const [result, setResult] = useState("");
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setResult("Copied"),
      () => setResult("Your browser doesn't allow copying. Select the text instead."),
    );
  return (
    <span className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
      <span role="status" className="text-muted">
        {result}
      </span>
      <Button look={look} aria-label={label} onClick={copy} onBlur={() => setResult("")}>
        Copy
      </Button>
    </span>
  );
}
