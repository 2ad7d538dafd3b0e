import type { MailTexts } from "./en.ts";

export const ja: MailTexts = {
  subject: "[{service}] {status}: {name}",
  subjectWithComponents: "[{service}] {status}: {name} ({components})",
  moreComponents: { other: "他 {count} 件" },
  statusLine: "{status}: {components}",
  componentWithStatus: "{component}（{status}）",

  newIncident: "新しいインシデント",
  incident: "インシデントの更新",
  newMaintenance: "新しい計画メンテナンス",
  maintenance: "計画メンテナンスの更新",
  postmortem: "インシデントの事後報告",
  reminder: "計画メンテナンスのリマインダー",
  postedLabel: "掲載日時:",
  newTime: "日時の変更",
  starts: "{when}に開始",
  scheduledForLabel: "予定日時:",
  movedFromLabel: "変更前:",
  readLink: "ステータスページで読む",
  reason: "{service} のステータスを購読されているため、このメールをお送りしています。",
  manageLink: "購読内容を変更する",

  confirm: {
    subject: "[{service}] 購読の確認をお願いします",
    headline:
      "{service} のインシデントとメンテナンスのお知らせを、このメールアドレスで受け取る申し込みがありました。",
    button: "購読を確認する",
    ifNotYou:
      "お心当たりがない場合は、このメールを無視してください。更新情報は送信されず、このアドレスは 1 週間以内に削除されます。",
  },
  alreadySubscribed: {
    subject: "[{service}] すでに購読されています",
    headline:
      "{service} のインシデントとメンテナンスのお知らせを、このメールアドレスで受け取る申し込みがありました。このアドレスはすでに購読されています。",
    ifNotYou: "お心当たりがない場合は、このメールを無視してください。",
  },
};
