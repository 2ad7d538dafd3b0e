import type { Texts } from "./en.ts";

export const ja: Texts = {
  service: "サービス",
  pageName: "{service} ステータス",
  describes: "{service} の現在のステータス、インシデント、稼働率、メンテナンス予定。",
  back: "現在のステータス",
  pages: "ページ",
  languages: "言語",

  states: {
    Operational: "正常稼働中",
    "Under Maintenance": "メンテナンス中",
    "Degraded Performance": "パフォーマンス低下",
    "Partial Outage": "一部停止",
    "Major Outage": "大規模障害",
    Investigating: "調査中",
    Identified: "原因特定",
    Monitoring: "経過観察中",
    Resolved: "解決済み",
    Scheduled: "予定",
    "In Progress": "実施中",
    Verifying: "確認中",
    Completed: "完了",
  },

  banner: {
    Operational: "すべてのシステムは正常に稼働しています",
    "Under Maintenance": "サービスはメンテナンス中です",
    "Degraded Performance": "サービスの一部で性能が低下しています",
    "Partial Outage": "システムの一部が停止しています",
    "Major Outage": "大規模なシステム障害が発生しています",
    degraded: "サービス全体で性能が低下しています",
    minor: "軽微なサービス障害が発生しています",
  },
  openIncidents: { other: "対応中のインシデント {count} 件" },
  troubledComponents: { other: "影響のあるコンポーネント {count} 個" },
  runningMaintenances: { other: "実施中のメンテナンス {count} 件" },

  active: "対応中のインシデント",
  affects: "影響範囲",
  affected: "影響範囲",
  earlier: { other: "以前の更新 {count} 件" },
  lasted: "継続時間 {duration}",

  components: "コンポーネント",
  noComponents: "コンポーネントはまだ追加されていません。",
  lastDays: { other: "過去 {count} 日間" },
  days: { other: "{count} 日間" },
  uptimeDays: "表示する日数",
  today: "今日",
  uptime: "稼働率 {percent}",
  day: "{date}：{states}",
  lasting: "{state}（{duration}）",
  notCounted: "{date}より前は集計対象外",
  alwaysFine: "毎日正常に稼働",
  troubledDays: { other: "{count} 日は正常でない時間あり" },
  howCounted:
    "稼働率は、停止していなかった時間の割合です。大規模障害は全時間、一部停止は {share} として計算し、パフォーマンス低下とメンテナンスは含めません。各日のバーは、その日の最も悪いステータスを示します。",

  maintenance: "メンテナンス予定",
  window: "{from} - {to} ({zone})",

  metrics: "メトリクス",
  timeframes: { day: "日", week: "週", month: "月" },
  lastDay: "{title}（過去 1 日）",
  graph: {
    average: "平均 {value}",
    summary: "{average}、最小 {lowest}、最大 {highest}、直近 {last}。",
    noData: "この期間のデータはまだありません。",
    nothing: "データなし",
    zone: "時刻は UTC です。",
  },

  noIncidents: "インシデントの報告はありません。",
  stillOpen: "{name} が発生し、現在も対応中です（{status}）。",

  history: "履歴",
  nothingThatMonth: "この月の報告はありません。",
  months: "月",
  wholeHistory: "すべての履歴",

  incident: "インシデント",
  oneMaintenance: "メンテナンス予定",
  component: "コンポーネント",
  months12: "過去 12 か月",
  itsNotices: "インシデントとメンテナンス",
  noNotices: "このコンポーネントに関する報告はありません。",

  follow: "更新情報を受け取る",
  feeds: "フィードリーダーで",
  calendar: "カレンダーで",
  calendarOf: "メンテナンス予定 (iCalendar)",
  programs: "プログラム向け",
  api: "API",

  zone: "時刻はすべて UTC です。",
  ownZone: "時刻はお使いのタイムゾーン ({zone})、日付は UTC です。",

  snapshot: "このページは現在更新できません。{time} の時点で判明していた内容を表示しています。",
  unknown: "ステータス不明",
  unknownReason:
    "サービスに関する情報を現在読み込めません。サービス自体の状態を示すものではありません。1 分ほど待ってから、もう一度お試しください。",

  notFound: "404 ページが見つかりません",
  refused: "このページは表示できません",
  reasons: {
    404: "このアドレスには何もありません。削除された可能性があります。",
    503: "サービスが混み合っているか、一時的に停止しています。数秒後にもう一度お試しください。",
  },
  toPage: "ステータスページへ",
};
