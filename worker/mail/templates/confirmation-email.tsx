import { interpolate } from "../../../web/shared/interpolate.ts";
import { isolateDirection } from "../../../web/shared/isolate-direction.ts";
import { mailTextsOf } from "../../../web/status/texts/mail/texts.ts";
import { textsOf } from "../../../web/status/texts/texts.ts";
import { withLanguage } from "../../../web/status/views/language.tsx";
import { ButtonLink, EmailLayout, footerLineStyle, Headline, type MailService } from "./layout.tsx";
import { type Recipient, UnsubscribeFooter } from "./notice-email.tsx";
import { render } from "./render.ts";

export function confirmationEmail(
  service: MailService,
  isConfirmed: boolean,
  recipient: Omit<Recipient, "timeZone" | "isFirstMail">,
) {
  const { language, manageLink, unsubscribeLink } = recipient;
  const texts = mailTextsOf(language);
  const emailTexts = isConfirmed ? texts.alreadySubscribed : texts.confirm;
  const values = { service: isolateDirection(service.name) };
  const subject = interpolate(emailTexts.subject, values);
  const headline = interpolate(emailTexts.headline, values);
  const { privacyNoticeURL } = service;
  const footer = (isConfirmed || privacyNoticeURL !== "") && (
    <>
      {isConfirmed && <UnsubscribeFooter {...{ service, language, manageLink, unsubscribeLink }} />}
      {privacyNoticeURL !== "" && (
        <p style={footerLineStyle}>
          <a href={privacyNoticeURL}>{textsOf(language).subscribe.privacy}</a>
        </p>
      )}
    </>
  );
  const email = (
    <EmailLayout {...{ service, language, subject }} preview={headline} footer={footer}>
      <Headline>{headline}</Headline>
      {!isConfirmed && (
        <ButtonLink href={withLanguage(`${manageLink}/confirm`, language)}>{texts.confirm.button}</ButtonLink>
      )}
      <p style={{ margin: "20px 0 0" }}>{emailTexts.ifNotYou}</p>
    </EmailLayout>
  );
  return { subject, ...render(email) };
}
