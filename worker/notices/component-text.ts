/** Leaves a scheduled maintenance's statuses out, because they don't apply yet. */
export function componentText(
  { status: noticeStatus }: { status: string },
  { name, status, deleted }: { name: string; status: string; deleted?: true | undefined },
): string {
  if (deleted) return `${name} (deleted)`;
  return noticeStatus === "Scheduled" ? name : `${name} (${status})`;
}
