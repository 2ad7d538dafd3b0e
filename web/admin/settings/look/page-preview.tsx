import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Settings } from "../../../../worker/settings/schema.ts";
import { MINUTE_MS } from "../../../../worker/shared/time/domain.ts";
import type { Mode } from "../../../shared/theme/themes.ts";
import { adoptStyles } from "../../../ui/adopt-styles.ts";
import { draftedLook } from "./drafted-look.ts";
import frame from "./page-preview.css?inline";
import { previewStyles } from "./page-styles.ts";
import sticky from "./sticky-preview.css?inline";
import type { ThemeDraft } from "./theme-draft.ts";

adoptStyles(sticky);

const views = ["Light", "Dark", "Phone"] as const;
type View = (typeof views)[number];

interface PagePreviewProps {
  settings: Settings;
  draft: ThemeDraft;
}

/** The real page with the unsaved look, in a shadow root: pages forbid frames. */
export function PagePreview({ settings, draft }: PagePreviewProps) {
  const [view, setView] = useState<View>(firstView);
  const load = useQuery({
    queryKey: ["page-preview", settings.statusPageURL],
    queryFn: () => readPage(settings.statusPageURL),
    staleTime: MINUTE_MS,
    retry: false,
  });
  return (
    <section aria-label="Preview" className="sticky-preview grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium">Preview</h3>
        <ViewButtons view={view} onChange={setView} />
      </div>
      {load.isError && <p className="text-muted">The page can't be read for a preview.</p>}
      {load.isPending && <div className="rounded-xl border border-line" style={{ height: "26rem" }} />}
      {load.data && <Page html={load.data} settings={settings} draft={draft} view={view} />}
    </section>
  );
}

const isConsoleDark = () => matchMedia("(prefers-color-scheme: dark)").matches;

function firstView(): View {
  if (matchMedia("(width < 40rem)").matches) return "Phone";
  return isConsoleDark() ? "Dark" : "Light";
}

/** Without credentials: it is what visitors get. */
async function readPage(statusPageURL: string): Promise<string> {
  const response = await fetch(`${statusPageURL}/`, { credentials: "omit" });
  if (!response.ok) throw new Error(`The status page responded ${response.status}.`);
  return response.text();
}

function ViewButtons({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a legend, and its buttons are no fields
    <div role="group" aria-label="Preview as" className="flex gap-0.5 rounded-lg border border-line p-0.5">
      {views.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === view}
          onClick={() => onChange(each)}
          style={{ minHeight: "max(1.875rem, var(--target))" }}
          className="rounded-md border border-transparent px-3 text-muted transition-colors hover:text-ink aria-pressed:border-accent-text/45 aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
        >
          {each}
        </button>
      ))}
    </div>
  );
}

const WINDOW_PX: Record<View, number> = { Light: 1200, Dark: 1200, Phone: 390 };

function Page({ html, settings, draft, view }: PagePreviewProps & { html: string; view: View }) {
  const host = useRef<HTMLDivElement>(null);
  const isPhone = view === "Phone";
  const isDark = isPhone ? isConsoleDark() : view === "Dark";
  const mode: Mode = isDark ? "dark" : "light";

  useEffect(() => {
    const { current } = host;
    if (!current) return;
    const root = current.shadowRoot ?? current.attachShadow({ mode: "open" });
    const { css, elements } = parsePage(html, settings.statusPageURL, mode);
    const look = { ...draftedLook(settings, draft), pageWidth: draft.pageWidth, font: draft.font };
    const sheets = [frame, previewStyles(css, settings, look, mode)].map((text) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      return sheet;
    });
    root.adoptedStyleSheets = sheets;
    root.replaceChildren(elements);
  }, [html, settings, draft, mode]);

  useEffect(() => {
    const { current } = host;
    if (!current) return;
    const resize = () => {
      const scale = current.clientWidth / WINDOW_PX[view];
      current.style.setProperty("--preview-scale", String(Math.min(1, scale)));
    };
    const observer = new ResizeObserver(resize);
    observer.observe(current);
    return () => observer.disconnect();
  }, [view]);

  const style: Record<`--${string}`, string> = { "--preview-scheme": mode };
  return (
    <div
      ref={host}
      role="img"
      aria-label={`The status page, ${isPhone ? "on a phone" : `in the ${mode} theme`}`}
      inert
      // The console's reset of borders is stronger than a border of the shadow root's own styles.
      className="border border-line"
      style={{ ...style, ...(isPhone && { width: "min(20rem, 100%)", marginInline: "auto" }) }}
    />
  );
}

/** Leaves out what loads or runs something. Logos come from the status page. */
function parsePage(html: string, statusPageURL: string, mode: Mode) {
  const [style = "", css = ""] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
  // A parsed document has the console's policy, which refuses the element.
  const page = new DOMParser().parseFromString(html.replace(style, ""), "text/html");
  for (const element of page.querySelectorAll("script, noscript, style, link, meta, template, iframe"))
    element.remove();
  for (const image of page.querySelectorAll("img, source"))
    for (const name of ["src", "srcset"]) {
      const value = image.getAttribute(name);
      if (value) image.setAttribute(name, value.replaceAll(/(^|,\s*)\//g, `$1${statusPageURL}/`));
    }
  for (const source of page.querySelectorAll("source[media]"))
    source.setAttribute("media", mode === "dark" ? "all" : "not all");
  const box = (className: string, ...content: Node[]) => {
    const element = document.createElement("div");
    element.className = className;
    element.append(...content);
    return element;
  };
  return { css, elements: box("preview-window", box("html", box("body", ...page.body.childNodes))) };
}
