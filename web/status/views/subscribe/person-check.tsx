import { usePageContext, useTexts } from "../language.tsx";

/**
 * Turnstile adds its token to the form around it.
 * See https://developers.cloudflare.com/turnstile/get-started/client-side-rendering/
 */
export function PersonCheck({ siteKey }: { siteKey: string }) {
  const texts = useTexts().subscribe;
  if (siteKey === "") return null;
  return (
    <>
      <TurnstileContainer siteKey={siteKey} />
      <noscript>
        <p className="refused">{texts.personNeedsScript}</p>
      </noscript>
      <TurnstileScript />
    </>
  );
}

export function TurnstileContainer({ siteKey }: { siteKey: string }) {
  const { language } = usePageContext();
  if (siteKey === "") return null;
  return (
    <div className="cf-turnstile" data-sitekey={siteKey} data-language={language} data-size="flexible" />
  );
}

/** @param render "explicit" if the page's script shows the widget, in a form that is opened later */
export function TurnstileScript({ render }: { render?: "explicit" }) {
  const query = render ? `?render=${render}` : "";
  return <script src={`https://challenges.cloudflare.com/turnstile/v0/api.js${query}`} defer />;
}
