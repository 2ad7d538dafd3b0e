/** The address of the status page, without a slash at its end. */
export function statusPageURL({ STATUS_PAGE_URL }: Pick<Env, "STATUS_PAGE_URL">): string {
  return STATUS_PAGE_URL.replace(/\/+$/, "");
}
