/** What a notice says of a component, where there is no markup: a planned status does not hold yet. */
export function componentText(
  { status: noticeStatus }: { status: string },
  { name, status, deleted }: { name: string; status: string; deleted?: true | undefined },
): string {
  if (deleted) return `${name} (deleted)`;
  return noticeStatus === "Scheduled" ? name : `${name} (${status})`;
}
