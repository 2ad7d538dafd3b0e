import type { Settings } from "../../../../worker/settings/schema.ts";
import { linkText, linkTexts, parseLinks } from "./link-text.ts";

export const retentionLabels = {
  nightlyExports: "Keep nightly exports for",
  auditDays: "Keep the audit log for",
};

const toDraft = ({
  serviceName,
  note,
  headerLinks,
  footerLinks,
  nightlyExportsKept,
  auditDays,
}: Settings) => ({
  serviceName,
  note,
  headerLinks: linkText(headerLinks),
  footerLinks: linkText(footerLinks),
  nightlyExports: String(nightlyExportsKept),
  auditDays: String(auditDays),
});

export type GeneralDraft = ReturnType<typeof toDraft>;

export const generalForm = {
  toDraft,
  comparedFields: ({
    serviceName,
    note,
    headerLinks,
    footerLinks,
    nightlyExportsKept,
    auditDays,
  }: Settings) => ({
    serviceName: { label: "Service name", value: serviceName },
    note: { label: "Note", value: note },
    headerLinks: { label: "Header links", value: linkTexts(headerLinks) },
    footerLinks: { label: "Footer links", value: linkTexts(footerLinks) },
    nightlyExports: { label: retentionLabels.nightlyExports, value: `${nightlyExportsKept} nights` },
    auditDays: { label: retentionLabels.auditDays, value: `${auditDays} days` },
  }),
  toChange: ({ nightlyExports, auditDays, headerLinks, footerLinks, ...changed }: Partial<GeneralDraft>) => ({
    ...changed,
    ...(headerLinks !== undefined && { headerLinks: parseLinks(headerLinks) }),
    ...(footerLinks !== undefined && { footerLinks: parseLinks(footerLinks) }),
    ...(auditDays !== undefined && { auditDays: Number(auditDays) }),
    ...(nightlyExports !== undefined && { nightlyExportsKept: Number(nightlyExports) }),
  }),
};
