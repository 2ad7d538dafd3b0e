import { useTexts } from "../language.tsx";

/** Only pages with a bell have them. The page's script adds the class `push` where the browser can get notifications. */
export const bellRules =
  ":root:not(.push) .if-push{display:none}.masthead .bell{background:0 0;border:0;color:inherit;line-height:0;margin-block:-.5rem;margin-inline:-1rem -.75rem;padding:.75rem}.ways .bell{background:0 0;border-color:var(--line);color:var(--link);margin-top:.375rem}.bell svg{fill:currentColor;height:1.25rem;width:1.25rem}";

const shape =
  "M8 0a1.5 1.5 0 0 1 1.5 1.6A5 5 0 0 1 13 6.5V10l1.7 2.3A.7.7 0 0 1 14 13.5H2a.7.7 0 0 1-.7-1.2L3 10V6.5a5 5 0 0 1 3.5-4.9A1.5 1.5 0 0 1 8 0ZM6 14.5h4a2 2 0 0 1-4 0Z";

/** Opens what push-panel.ts shows. Without script, or where the browser can't get notifications, nobody sees it. */
export function Bell() {
  const { bell } = useTexts().push;
  return (
    <button type="button" className="bell if-push" title={bell} aria-label={bell} aria-haspopup="dialog">
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={shape} />
      </svg>
    </button>
  );
}
