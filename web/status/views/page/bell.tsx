import { useTexts } from "../language.tsx";

/** Only pages with a bell have them. The page's script adds the class `push` where the browser can get notifications. */
export const bellRules =
  ":root:not(.push) .if-push{display:none}.masthead .bell{background:0 0;border:1px solid;border-radius:2rem;color:inherit;line-height:0;min-height:0;padding:.5rem}.ways .bell{background:0 0;border-color:var(--line);color:var(--link);margin-top:.375rem}.bell svg{fill:none;height:1.125rem;stroke:currentColor;stroke-linecap:round;stroke-linejoin:round;stroke-width:1.25;width:1.125rem}";

const shape =
  "M8 1.5a4.25 4.25 0 0 0-4.25 4.25v2.5L2.5 11.25h11l-1.25-3v-2.5A4.25 4.25 0 0 0 8 1.5ZM6.25 13.5a1.9 1.9 0 0 0 3.5 0";

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
