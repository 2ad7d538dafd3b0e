import { useHref, useTexts } from "./language.tsx";

/** To the main page. */
export function Back() {
  const href = useHref();
  return (
    <p className="back">
      <a href={href("/")}>{useTexts().back}</a>
    </p>
  );
}
