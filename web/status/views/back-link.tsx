import { useHref, useTexts } from "./language.tsx";

export function BackLink() {
  const href = useHref();
  return (
    <p className="back">
      <a href={href("/")}>{useTexts().backLink}</a>
    </p>
  );
}
