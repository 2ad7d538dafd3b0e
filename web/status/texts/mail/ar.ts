import type { MailTexts } from "./en.ts";

export const ar: MailTexts = {
  subject: "[{service}] {status}: {name}",
  subjectWithComponents: "[{service}] {status}: {name} ({components})",
  moreComponents: {
    zero: "{count} آخر",
    one: "واحد آخر",
    two: "اثنان آخران",
    few: "{count} أخرى",
    many: "{count} آخر",
    other: "{count} آخر",
  },
  statusLine: "{status}: {components}",
  componentWithStatus: "{component} ({status})",

  newIncident: "حادثة جديدة",
  incident: "تحديث بشأن حادثة",
  newMaintenance: "صيانة مجدولة جديدة",
  maintenance: "تحديث بشأن صيانة مجدولة",
  postmortem: "تقرير لاحق عن حادثة",
  reminder: "تذكير بصيانة مجدولة",
  postedLabel: "نُشر في:",
  newTime: "موعد جديد",
  starts: "تبدأ {when}",
  scheduledForLabel: "موعدها:",
  movedFromLabel: "الموعد السابق:",
  readLink: "القراءة في صفحة الحالة",
  reason: "تصلك هذه الرسالة لأنك اشتركت في مستجدات {service}.",
  manageLink: "تغيير الاشتراك",

  confirm: {
    subject: "[{service}] أكّد اشتراكك",
    headline: "طلب شخص ما، نأمل أنه أنت، أن تصله على هذا العنوان رسائل عن حوادث {service} وأعمال صيانتها.",
    button: "تأكيد الاشتراك",
    ifNotYou:
      "إن لم تكن أنت من طلب ذلك، فتجاهل هذه الرسالة: لن نرسل إليك أي مستجدات، وسنحذف هذا العنوان خلال أسبوع.",
  },
  alreadySubscribed: {
    subject: "[{service}] أنت مشترك بالفعل",
    headline:
      "طلب شخص ما، نأمل أنه أنت، أن تصله على هذا العنوان رسائل عن حوادث {service} وأعمال صيانتها. هذا العنوان مشترك بالفعل.",
    ifNotYou: "إن لم تكن أنت من طلب ذلك، فتجاهل هذه الرسالة.",
  },
};
