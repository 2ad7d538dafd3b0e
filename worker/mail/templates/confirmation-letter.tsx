import { interpolate } from "../../../web/shared/interpolate.ts";
import { isolateDirection } from "../../../web/shared/isolate-direction.ts";
import { mailTextsOf } from "../../../web/status/texts/mail/texts.ts";
import { textsOf } from "../../../web/status/texts/texts.ts";
import { inLanguage } from "../../../web/status/views/language.tsx";
import { ButtonLink, footerLine, Headline, Letter, type MailService } from "./letter.tsx";
import { type Reader, UnsubscribeFooter } from "./notice-letter.tsx";
import { render } from "./render.ts";

export function confirmationLetter(
  service: MailService,
  isConfirmed: boolean,
  reader: Omit<Reader, "timeZone" | "isFirstMail">,
) {
  const { language, manageLink, unsubscribeLink } = reader;
  const texts = mailTextsOf(language);
  const { subject: subjectText, first: headlineText, otherwise } = isConfirmed ? texts.known : texts.confirm;
  const [subject, headline] = [subjectText, headlineText].map((text) =>
    interpolate(text, { service: isolateDirection(service.name) }),
  ) as [string, string];
  const { privacyNoticeURL } = service;
  const footer = (isConfirmed || privacyNoticeURL !== "") && (
    <>
      {isConfirmed && <UnsubscribeFooter {...{ service, language, manageLink, unsubscribeLink }} />}
      {privacyNoticeURL !== "" && (
        <p style={footerLine}>
          <a href={privacyNoticeURL}>{textsOf(language).subscribe.privacy}</a>
        </p>
      )}
    </>
  );
  const letter = (
    <Letter {...{ service, language, subject }} preview={headline} footer={footer}>
      <Headline>{headline}</Headline>
      {!isConfirmed && (
        <ButtonLink href={inLanguage(`${manageLink}/confirm`, language)}>{texts.confirm.button}</ButtonLink>
      )}
      <p style={{ margin: "20px 0 0" }}>{otherwise}</p>
    </Letter>
  );
  return { subject, ...render(letter) };
}
