import type { MailTexts } from "./en.ts";

export const ja: MailTexts = {
  subject: "[{service}] {status}: {name}",
  subjectOf: "[{service}] {status}: {name} ({components})",
  more: { other: "他 {count} 件" },
  first: "{status}: {components}",
  affected: "{component}（{status}）",

  newIncident: "新しいインシデント",
  incident: "インシデントの更新",
  newMaintenance: "新しい計画メンテナンス",
  maintenance: "計画メンテナンスの更新",
  posted: "掲載日時:",
  planned: "予定日時:",
  read: "ステータスページで読む",
  why: "{service} のステータスを購読されているため、このメールをお送りしています。",
  manage: "購読内容を変更する",

  confirm: {
    subject: "[{service}] 購読の確認をお願いします",
    first:
      "{service} のインシデントとメンテナンスのお知らせを、このメールアドレスで受け取る申し込みがありました。",
    button: "購読を確認する",
    otherwise:
      "お心当たりがない場合は、このメールを無視してください。更新情報は送信されず、このアドレスは 1 週間以内に削除されます。",
  },
  known: {
    subject: "[{service}] すでに購読されています",
    first:
      "{service} のインシデントとメンテナンスのお知らせを、このメールアドレスで受け取る申し込みがありました。このアドレスはすでに購読されています。",
    otherwise: "お心当たりがない場合は、このメールを無視してください。",
  },
};
