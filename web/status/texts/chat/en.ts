import type { Widened } from "../texts.ts";

export const en = {
  manageLink: "Change or stop these updates",

  confirm: {
    title: "Confirm updates for this channel",
    request:
      "{service} can send updates about incidents and maintenance to this channel. Use the link to confirm.",
    ifNotYou: "If none of you asked for this, ignore this message: no updates will be sent.",
  },
  test: {
    title: "Test message",
    text: "This is a test message from the status page of {service}. It arrived, so this channel can get updates.",
  },
} as const;

export type ChatTexts = Widened<typeof en>;
