import type { ChatTexts } from "./en.ts";

export const ja: ChatTexts = {
  manageLink: "お知らせの変更または停止",

  confirm: {
    title: "このチャンネルへのお知らせの確認",
    request:
      "{service} のインシデントとメンテナンスのお知らせを、このチャンネルに送信できます。リンクから確認してください。",
    ifNotYou:
      "どなたにもお心当たりがない場合は、このメッセージを無視してください。お知らせは送信されません。",
  },
  test: {
    title: "テストメッセージ",
    text: "これは {service} のステータスページからのテストメッセージです。届いているので、このチャンネルでお知らせを受け取れます。",
  },
};
