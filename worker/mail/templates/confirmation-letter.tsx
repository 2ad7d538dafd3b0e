import { interpolate } from "../../../web/shared/interpolate.ts";
import { isolateDirection } from "../../../web/shared/isolate-direction.ts";
import { mailTextsOf } from "../../../web/status/texts/mail/texts.ts";
import { textsOf } from "../../../web/status/texts/texts.ts";
import { inLanguage } from "../../../web/status/views/language.tsx";
import { ButtonLink, footerLine, Headline, Letter, type MailService } from "./letter.tsx";
import { Leaving, type Reader } from "./notice-letter.tsx";
import { render } from "./render.ts";

/** To somebody who is to confirm: the link with the button. To somebody who has: that they are subscribed. */
export function confirmationLetter(
  service: MailService,
  confirmed: boolean,
  reader: Omit<Reader, "timeZone" | "isNew">,
) {
  const { language, link, leaveLink } = reader;
  const texts = mailTextsOf(language);
  const { subject: as, first: line, otherwise } = confirmed ? texts.known : texts.confirm;
  const [subject, first] = [as, line].map((text) =>
    interpolate(text, { service: isolateDirection(service.name) }),
  ) as [string, string];
  const { privacyNoticeURL } = service;
  const footer = (confirmed || privacyNoticeURL !== "") && (
    <>
      {confirmed && <Leaving {...{ service, language, link, leaveLink }} />}
      {privacyNoticeURL !== "" && (
        <p style={footerLine}>
          <a href={privacyNoticeURL}>{textsOf(language).subscribe.privacy}</a>
        </p>
      )}
    </>
  );
  const letter = (
    <Letter {...{ service, language, subject }} preview={first} footer={footer}>
      <Headline>{first}</Headline>
      {!confirmed && (
        <ButtonLink href={inLanguage(`${link}/confirm`, language)}>{texts.confirm.button}</ButtonLink>
      )}
      <p style={{ margin: "20px 0 0" }}>{otherwise}</p>
    </Letter>
  );
  return { subject, ...render(letter) };
}
