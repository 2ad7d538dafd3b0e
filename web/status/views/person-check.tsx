import { useTexts, useVisit } from "./language.tsx";

/**
 * Cloudflare's Turnstile, which puts a token into the form around it.
 * @see https://developers.cloudflare.com/turnstile/get-started/client-side-rendering/
 */
export function PersonCheck({ siteKey }: { siteKey: string }) {
  const texts = useTexts().subscribe;
  const { language } = useVisit();
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
