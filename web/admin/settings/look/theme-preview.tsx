import type { CSSProperties } from "react";
import type { Settings } from "../../../../worker/settings/schema.ts";
import type { PageWidth } from "../../../../worker/settings/theme/domain.ts";
import { themeColors } from "../../../shared/theme/theme-colors.ts";
import { fontFamilies } from "../../../shared/theme/theme-rules.ts";
import type { Mode } from "../../../shared/theme/themes.ts";
import { VisibleMessage } from "../../notices/detail/visible-message.tsx";
import { linkText, parseLinks } from "../page/link-text.ts";
import { draftedLook } from "./drafted-look.ts";
import type { ThemeDraft } from "./theme-draft.ts";

const modes = { light: "Light theme", dark: "Dark theme" } as const;
const shares: Record<PageWidth, string> = { narrow: "70%", normal: "86%", wide: "100%" };
/** The greens of the public page's style. */
const greens = { light: "#14773c", dark: "#4fc980" } as const;

interface ThemePreviewProps {
  settings: Settings;
  draft: ThemeDraft;
}

/** Shows the unsaved look with the colors that the status page derives from it. */
export function ThemePreview(props: ThemePreviewProps) {
  return (
    <section aria-label="Preview" className="grid gap-2">
      <h3 className="font-medium">Preview</h3>
      <div className="grid gap-3 lg:grid-cols-2">
        <Page {...props} mode="light" />
        <Page {...props} mode="dark" />
      </div>
    </section>
  );
}

function Page({ settings, draft, mode }: ThemePreviewProps & { mode: Mode }) {
  const colors = themeColors(draftedLook(settings, draft), mode);
  const { page, band } = colors;
  const column: CSSProperties = { maxWidth: shares[draft.pageWidth], marginInline: "auto" };

  return (
    <figure className="grid gap-2">
      <figcaption className="text-muted">{modes[mode]}</figcaption>
      <div
        className="overflow-hidden rounded-lg border border-line [overflow-wrap:anywhere]"
        style={{
          backgroundColor: page.page,
          color: page.text,
          fontFamily: fontFamilies[draft.font] || undefined,
        }}
      >
        <div
          style={{
            backgroundColor: band.background,
            color: band.text,
            borderBottom: `1px solid ${page.line}`,
            padding: 12,
          }}
        >
          <div className="flex flex-wrap items-center justify-between gap-2" style={column}>
            <LogoOrName settings={settings} mode={mode} />
            <span className="flex flex-wrap items-center gap-2">
              <Links text={linkText(settings.headerLinks)} color={band.text} />
              <span style={{ border: "1px solid", borderRadius: 99, padding: "2px 10px" }}>Get updates</span>
            </span>
          </div>
        </div>
        <div style={{ padding: 12 }}>
          <div className="grid gap-2" style={column}>
            <Content settings={settings} mode={mode} colors={colors} />
          </div>
        </div>
      </div>
    </figure>
  );
}

function LogoOrName({ settings, mode }: { settings: Settings; mode: Mode }) {
  const logoID = (mode === "dark" && settings.darkLogoID) || settings.logoID;
  return settings.logoID ? (
    <img
      src={`${settings.statusPageURL}/logos/${logoID}`}
      alt=""
      style={{ maxHeight: 40, maxWidth: "50%" }}
    />
  ) : (
    <span className="font-semibold">{settings.serviceName || "Service"} Status</span>
  );
}

function Links({ text, color }: { text: string; color: string }) {
  return parseLinks(text).map(({ name }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a link has no other identity
    <span key={index} dir="auto" style={{ color, textDecoration: "underline" }}>
      {name}
    </span>
  ));
}

interface ContentProps {
  settings: Settings;
  mode: Mode;
  colors: ReturnType<typeof themeColors>;
}

function Content({ settings: { note, footerLinks }, mode, colors: { page, card } }: ContentProps) {
  const box: CSSProperties = {
    backgroundColor: card.card,
    color: card.text,
    border: `1px solid ${card.line}`,
    borderRadius: 8,
    padding: "8px 12px",
  };
  return (
    <>
      {note.trim() !== "" && (
        <div style={{ ...box, ...messageColors(card) }}>
          <VisibleMessage text={note.trim()} />
        </div>
      )}
      <p
        className="font-semibold"
        style={{ ...box, backgroundColor: `color-mix(in srgb, ${greens[mode]} 10%, ${card.card})` }}
      >
        All Systems Operational
      </p>
      <div className="flex items-center justify-between gap-2">
        <span className="font-semibold">Components</span>
        <span style={{ color: page.link, textDecoration: "underline" }}>History</span>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2" style={box}>
        <span style={{ color: card.link, textDecoration: "underline" }}>A link</span>
        <span
          className="font-semibold"
          style={{ backgroundColor: card.link, color: card.card, borderRadius: 8, padding: "4px 12px" }}
        >
          Subscribe
        </span>
      </div>
      <p className="flex flex-wrap gap-2" style={{ color: page.soft }}>
        <span>All times are in UTC.</span>
        <Links text={linkText(footerLinks)} color={page.link} />
      </p>
    </>
  );
}

/** Replaces the console's own colors of messages, which depend on its theme. */
function messageColors({ link, page, line }: { link: string; page: string; line: string }): CSSProperties {
  const variables: Record<`--${string}`, string> = {
    "--color-accent-text": link,
    "--color-canvas": page,
    "--color-line": line,
  };
  return variables;
}
