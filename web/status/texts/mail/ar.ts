import type { MailTexts } from "./en.ts";

export const ar: MailTexts = {
  subject: "[{service}] {status}: {name}",
  subjectOf: "[{service}] {status}: {name} ({components})",
  more: {
    zero: "{count} آخر",
    one: "واحد آخر",
    two: "اثنان آخران",
    few: "{count} أخرى",
    many: "{count} آخر",
    other: "{count} آخر",
  },
  first: "{status}: {components}",
  affected: "{component} ({status})",

  newIncident: "حادثة جديدة",
  incident: "تحديث بشأن حادثة",
  newMaintenance: "صيانة مجدولة جديدة",
  maintenance: "تحديث بشأن صيانة مجدولة",
  posted: "نُشر في:",
  planned: "موعدها:",
  read: "القراءة في صفحة الحالة",
  why: "تصلك هذه الرسالة لأنك اشتركت في مستجدات {service}.",
  manage: "تغيير الاشتراك",

  confirm: {
    subject: "[{service}] أكّد اشتراكك",
    first: "طلب شخص ما، نأمل أنه أنت، أن تصله على هذا العنوان رسائل عن حوادث {service} وأعمال صيانتها.",
    button: "تأكيد الاشتراك",
    otherwise:
      "إن لم تكن أنت من طلب ذلك، فتجاهل هذه الرسالة: لن نرسل إليك أي مستجدات، وسنحذف هذا العنوان خلال أسبوع.",
  },
  known: {
    subject: "[{service}] أنت مشترك بالفعل",
    first:
      "طلب شخص ما، نأمل أنه أنت، أن تصله على هذا العنوان رسائل عن حوادث {service} وأعمال صيانتها. هذا العنوان مشترك بالفعل.",
    otherwise: "إن لم تكن أنت من طلب ذلك، فتجاهل هذه الرسالة.",
  },
};
