import type { ReactNode } from "react";
import { MAX_ENTERED_ADDRESS_CHARACTERS } from "../../../../worker/notify/subscribers/domain.ts";
import { useHref, useTexts } from "../language.tsx";
import { OtherWays } from "../page/follow.tsx";
import type { ServiceView } from "../shell.tsx";
import { AddressForm, EmailField, PrivacyNotice } from "./subscribe-form.tsx";

type Props = Pick<ServiceView, "emailEnabled" | "endpointsEnabled"> & { privacyNoticeURL: string };

interface Tab {
  key: "email" | "chat" | "webhook" | "browser" | "feeds";
  content: ReactNode;
}

/** The page's script shows it where "Get updates" is pressed, on any page. */
export function FollowPanel(props: Props) {
  const texts = useTexts();
  const tabs = useTabs(props);
  const isFirst = (key: string) => key === tabs[0]?.key;
  return (
    <div id="follow-panel" role="dialog" aria-label={texts.follow} popover="auto">
      <div role="tablist">
        {tabs.map(({ key }) => (
          <button
            key={key}
            type="button"
            role="tab"
            aria-selected={isFirst(key)}
            tabIndex={isFirst(key) ? 0 : -1}
            className={key === "browser" ? "if-push" : undefined}
          >
            {texts.followTabs[key]}
          </button>
        ))}
      </div>
      {tabs.map(({ key, content }) => (
        <div key={key} role="tabpanel" aria-label={texts.followTabs[key]} hidden={!isFirst(key)}>
          {content}
        </div>
      ))}
    </div>
  );
}

function useTabs({ emailEnabled, endpointsEnabled, privacyNoticeURL }: Props): Tab[] {
  const texts = useTexts();
  const tabs: Tab[] = [];
  const withChoices = (note: string, field: ReactNode) => (
    <>
      <p>{note}</p>
      <AddressForm field={field} />
      <Choices privacyNoticeURL={privacyNoticeURL} />
    </>
  );
  if (emailEnabled) {
    const label = texts.subscribe.emailAddress;
    const field = <EmailField id="follow-address" placeholder={label} aria-label={label} />;
    tabs.push({ key: "email", content: withChoices(texts.subscribe.intro, field) });
  }
  if (endpointsEnabled) {
    for (const key of ["chat", "webhook"] as const) {
      const placeholder = key === "chat" ? "https://hooks.slack.com/services/…" : "https://example.com/hook";
      const field = <EndpointField placeholder={placeholder} />;
      tabs.push({ key, content: withChoices(texts.endpoints[`${key}Note`], field) });
    }
    tabs.push({ key: "browser", content: <InBrowser /> });
  }
  return [...tabs, { key: "feeds", content: <OtherWays /> }];
}

function EndpointField({ placeholder }: { placeholder: string }) {
  return (
    <input
      type="url"
      name="emailAddress"
      required
      autoComplete="off"
      maxLength={MAX_ENTERED_ADDRESS_CHARACTERS}
      placeholder={placeholder}
      aria-label={useTexts().endpoints.address}
    />
  );
}

function Choices({ privacyNoticeURL }: Pick<Props, "privacyNoticeURL">) {
  const href = useHref();
  return (
    <>
      <p>
        <a href={href("/subscribe")}>{useTexts().subscribe.choicesLink}</a>
      </p>
      <PrivacyNotice url={privacyNoticeURL} />
    </>
  );
}

function InBrowser() {
  const { intro, turnOn } = useTexts().push;
  return (
    <>
      <p>{intro}</p>
      <p>
        <button type="button" className="bell" aria-haspopup="dialog">
          {turnOn}
        </button>
      </p>
    </>
  );
}
