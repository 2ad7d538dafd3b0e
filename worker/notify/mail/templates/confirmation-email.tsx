import { interpolate } from "../../../../web/shared/interpolate.ts";
import { isolateDirection } from "../../../../web/shared/isolate-direction.ts";
import { textsOf } from "../../../../web/status/texts/all-texts.ts";
import { mailTextsOf } from "../../../../web/status/texts/mail/texts.ts";
import { withLanguage } from "../../../../web/status/views/language.tsx";
import { ButtonLink, EmailLayout, footerLineStyle, Headline, type MailService } from "./layout.tsx";
import { type Recipient, UnsubscribeFooter } from "./notice-email.tsx";
import { render } from "./render.ts";

/** @param asks something is left to confirm, such as one more incident of a confirmed subscriber */
export function confirmationEmail(
  service: MailService,
  { isConfirmed, asks }: { isConfirmed: boolean; asks: boolean },
  recipient: Omit<Recipient, "timeZone" | "isFirstMail">,
) {
  const { language, manageLink, unsubscribeLink } = recipient;
  const texts = mailTextsOf(language);
  const { subject: subjectText, headline: headlineText } = asks ? texts.confirm : texts.alreadySubscribed;
  const { ifNotYou } = isConfirmed ? texts.alreadySubscribed : texts.confirm;
  const values = { service: isolateDirection(service.name) };
  const subject = interpolate(subjectText, values);
  const headline = interpolate(headlineText, values);
  const { privacyNoticeURL } = service;
  const footer = (isConfirmed || privacyNoticeURL !== "") && (
    <>
      {isConfirmed && (
        <UnsubscribeFooter
          service={service}
          language={language}
          manageLink={manageLink}
          unsubscribeLink={unsubscribeLink}
        />
      )}
      {privacyNoticeURL !== "" && (
        <p style={footerLineStyle}>
          <a href={privacyNoticeURL}>{textsOf(language).subscribe.privacy}</a>
        </p>
      )}
    </>
  );
  const email = (
    <EmailLayout service={service} language={language} subject={subject} preview={headline} footer={footer}>
      <Headline>{headline}</Headline>
      {asks && (
        <ButtonLink href={withLanguage(`${manageLink}/confirm`, language)}>{texts.confirm.button}</ButtonLink>
      )}
      <p style={{ margin: "20px 0 0" }}>{ifNotYou}</p>
    </EmailLayout>
  );
  return { subject, ...render(email) };
}
