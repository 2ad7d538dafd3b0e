import { useHref, useTexts } from "./language.tsx";

/** To the main page. */
export function BackLink() {
  const href = useHref();
  return (
    <p className="back">
      <a href={href("/")}>{useTexts().backLink}</a>
    </p>
  );
}
