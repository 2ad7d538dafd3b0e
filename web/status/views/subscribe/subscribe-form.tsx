import type { ReactNode } from "react";
import type { FollowedNotice } from "../../../../worker/notify/subscribers/domain.ts";
import { useHref, useTexts } from "../language.tsx";

/** Subscribes to everything; `/subscribe` offers the choices. */
export function SubscribeForm({ privacyNoticeURL }: { privacyNoticeURL: string }) {
  const texts = useTexts().subscribe;
  const href = useHref();
  return (
    <div className="by-mail">
      <h3>
        <label htmlFor="email">{texts.byEmail}</label>
      </h3>
      <AddressForm />
      <p>
        <a href={href("/subscribe")}>{texts.choicesLink}</a>
      </p>
      <PrivacyNotice url={privacyNoticeURL} />
    </div>
  );
}

/** Subscribes to a single incident or maintenance. */
export function FollowForm({
  notice,
  privacyNoticeURL,
}: {
  notice: FollowableNotice;
  privacyNoticeURL: string;
}) {
  const texts = useTexts();
  const { kind, noticeID } = notice;
  return (
    <section className="card by-mail follow" aria-labelledby="follow">
      <h2 id="follow">
        <label htmlFor="email">{texts.followNotice[kind]}</label>
      </h2>
      <AddressForm>
        <input type="hidden" name="about" value="chosen" />
        <input type="hidden" name="notices" value={noticeID} />
      </AddressForm>
      <PrivacyNotice url={privacyNoticeURL} />
    </section>
  );
}

type FollowableNotice = Pick<FollowedNotice, "kind" | "noticeID">;

interface AddressFormProps {
  /** The default is one for email. */
  field?: ReactNode;
  children?: ReactNode;
}

export function AddressForm({ field, children }: AddressFormProps) {
  const texts = useTexts().subscribe;
  const href = useHref();
  return (
    <form method="post" action={href("/subscribe")}>
      {field ?? <EmailField placeholder={texts.emailAddress} />}
      {children}
      <input type="hidden" name="timeZone" value="UTC" data-own-zone="" />
      <Honeypot />
      <button type="submit">{texts.subscribe}</button>
    </form>
  );
}

export function PrivacyNotice({ url }: { url: string }) {
  const texts = useTexts().subscribe;
  if (url === "") return null;
  return (
    <p>
      <a href={url}>{texts.privacy}</a>
    </p>
  );
}

export function EmailField(props: {
  id?: string;
  placeholder?: string;
  defaultValue?: string;
  "aria-describedby"?: string;
  "aria-label"?: string;
}) {
  return (
    <input
      id="email"
      type="email"
      name="emailAddress"
      required
      autoComplete="email"
      maxLength={254}
      {...props}
    />
  );
}

/** Only bots fill in this field. Their requests are ignored. */
export function Honeypot() {
  const texts = useTexts().subscribe;
  return (
    <p className="trap" aria-hidden="true">
      <label>
        {texts.leaveEmpty}
        <input name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </p>
  );
}
