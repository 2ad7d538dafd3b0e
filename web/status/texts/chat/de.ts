import type { ChatTexts } from "./en.ts";

export const de: ChatTexts = {
  manageLink: "Diese Meldungen ändern oder beenden",

  confirm: {
    title: "Meldungen für diesen Kanal bestätigen",
    request:
      "{service} kann Meldungen zu Störungen und Wartungen an diesen Kanal senden. Bestätigen Sie das mit dem Link.",
    ifNotYou:
      "Wenn niemand von Ihnen das angefordert hat, ignorieren Sie diese Nachricht: Es werden keine Meldungen gesendet.",
  },
  test: {
    title: "Testnachricht",
    text: "Dies ist eine Testnachricht der Statusseite von {service}. Sie ist angekommen, also kann dieser Kanal Meldungen erhalten.",
  },
};
