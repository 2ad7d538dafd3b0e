import { queryOptions } from "@tanstack/react-query";
import type { NoticeKind } from "../../../worker/notices/domain.ts";
import type {
  FormerNotice,
  NewTemplate,
  Template,
  TemplateChange,
} from "../../../worker/notices/templates/schema.ts";
import { adminAPI, readBody, type Write } from "../api/api.ts";
import { polling } from "../api/query-client.ts";

export const templateList = queryOptions({
  ...polling,
  queryKey: ["templates"],
  queryFn: () => readBody(adminAPI().templates.$get()),
});

export function addTemplate(json: NewTemplate, requestID: string): Promise<Template> {
  return readBody(adminAPI({ requestID }).templates.$post({ json }));
}

export function changeTemplate(templateID: string, json: TemplateChange, write?: Write): Promise<Template> {
  return readBody(adminAPI(write).templates[":templateID"].$patch({ param: { templateID }, json }));
}

export async function deleteTemplate(templateID: string): Promise<void> {
  await readBody(adminAPI().templates[":templateID"].$delete({ param: { templateID } }));
}

export async function findFormerNotice(
  kind: NoticeKind,
  componentIDs: readonly string[],
): Promise<FormerNotice | null> {
  const query = { kind, componentIDs: componentIDs.join(",") };
  const { notice } = await readBody(adminAPI().templates["former-notice"].$get({ query }));
  return notice;
}
