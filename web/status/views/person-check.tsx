import { usePageContext, useTexts } from "./language.tsx";

/**
 * Turnstile adds its token to the form around it.
 * See https://developers.cloudflare.com/turnstile/get-started/client-side-rendering/
 */
export function PersonCheck({ siteKey }: { siteKey: string }) {
  const texts = useTexts().subscribe;
  const { language } = usePageContext();
  if (siteKey === "") return null;
  return (
    <>
      <div className="cf-turnstile" data-sitekey={siteKey} data-language={language} data-size="flexible" />
      <noscript>
        <p className="refused">{texts.personNeedsScript}</p>
      </noscript>
      <script src="https://challenges.cloudflare.com/turnstile/v0/api.js" defer />
    </>
  );
}
