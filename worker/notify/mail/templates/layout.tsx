import type { CSSProperties, ReactNode } from "react";
import { readableOn } from "../../../../web/shared/theme/contrast.ts";
import { textsOf } from "../../../../web/status/texts/all-texts.ts";
import { type Language, languages } from "../../../../web/status/texts/languages.ts";

export interface MailService {
  name: string;
  backgroundColor: string;
  logoID: string;
  statusPageURL: string;
  privacyNoticeURL: string;
}

export function namedService(service: MailService, language: Language): MailService {
  return { ...service, name: service.name || textsOf(language).service };
}

interface Props {
  service: MailService;
  language: Language;
  subject: string;
  preview: string;
  children: ReactNode;
  footer?: ReactNode;
}

const font = "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

// Mail programs apply inline styles. Those with a dark mode apply this style sheet, too.
const darkMode = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
a { color: #1a54c4; }
.message p, .message ul, .message ol { margin: 0 0 12px; }
@media (prefers-color-scheme: dark) {
  .page { background: #0e131b !important; }
  .card { background: #161d28 !important; }
  .card, .plain { border-color: #2a3442 !important; }
  .page, .card, .card h1, .card p, .card div { color: #e8ecf2 !important; }
  .plain { background: #161d28 !important; color: #e8ecf2 !important; }
  .soft, .soft p, .card .soft { color: #a3aebe !important; }
  .page a:not(.button) { color: #8ab4ff !important; }
}`;

const styles = {
  body: { margin: 0, padding: 0, background: "#f5f7fa", color: "#17202e", fontFamily: font, fontSize: 16 },
  hidden: { display: "none", maxHeight: 0, overflow: "hidden" },
  outer: { padding: "24px 12px" },
  inner: { width: "100%", maxWidth: 600 },
  card: { padding: 24, background: "#ffffff", border: "1px solid #dde3ea", lineHeight: 1.5 },
  footer: { padding: "16px 24px", color: "#546073", fontSize: 13, lineHeight: 1.5 },
} satisfies Record<string, CSSProperties>;

/** Leaves room for a finger between links (WCAG 2.2, 2.5.8). */
export const footerLineStyle: CSSProperties = { margin: "6px 0 0" };

/** Uses tables, because all mail programs lay them out alike. */
export function EmailLayout({ service, language, subject, preview, children, footer }: Props) {
  const isWhite = service.backgroundColor.toUpperCase() === "#FFFFFF";
  return (
    <html lang={language} dir={languages[language].dir}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{subject}</title>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own text; React would escape its > */}
        <style dangerouslySetInnerHTML={{ __html: darkMode }} />
      </head>
      <body className="page" style={styles.body}>
        <main>
          <div className="no-text" style={styles.hidden}>
            {preview}
          </div>
          <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} border={0}>
            <tbody>
              <tr>
                <td align="center" style={styles.outer}>
                  <table role="presentation" style={styles.inner} cellPadding={0} cellSpacing={0} border={0}>
                    <tbody>
                      <tr className="no-text">
                        {/* White is the default color, so it follows the theme. */}
                        <td className={isWhite ? "plain" : ""} style={headerStyle(service.backgroundColor)}>
                          <ServiceName service={service} />
                        </td>
                      </tr>
                      <tr>
                        <td className="card" style={styles.card}>
                          {children}
                        </td>
                      </tr>
                      {footer && (
                        <tr>
                          <td className="soft" style={styles.footer}>
                            {footer}
                          </td>
                        </tr>
                      )}
                    </tbody>
                  </table>
                </td>
              </tr>
            </tbody>
          </table>
        </main>
      </body>
    </html>
  );
}

function ServiceName({ service: { name, logoID, statusPageURL } }: { service: MailService }) {
  if (logoID === "") return <bdi>{name}</bdi>;
  const height = { height: 40, border: 0 };
  return <img src={`${statusPageURL}/logos/${logoID}`} alt={name} style={height} />;
}

function headerStyle(backgroundColor: string): CSSProperties {
  const color = readableOn(backgroundColor);
  // It is as wide as the card below.
  const border = { border: "1px solid #dde3ea", borderBottom: 0 };
  return {
    ...border,
    padding: "16px 24px",
    background: backgroundColor,
    color,
    fontSize: 20,
    fontWeight: 600,
  };
}

export function Headline({ children }: { children: ReactNode }) {
  return <h1 style={{ margin: 0, fontSize: 18, lineHeight: 1.4 }}>{children}</h1>;
}

export function ButtonLink({ href, children }: { href: string; children: ReactNode }) {
  const style: CSSProperties = {
    display: "inline-block",
    padding: "10px 18px",
    borderRadius: 8,
    background: "#1a54c4",
    color: "#ffffff",
    textDecoration: "none",
    fontWeight: 600,
  };
  return (
    <p style={{ margin: "20px 0 0" }}>
      <a className="button" href={href} style={style}>
        {children}
      </a>
    </p>
  );
}
