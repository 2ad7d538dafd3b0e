/** Where administrators change the channels of their team. */
export function consoleLink({ ADMIN_PAGE_URL }: Pick<Env, "ADMIN_PAGE_URL">): string {
  return new URL("/settings?tab=notifications", ADMIN_PAGE_URL).href;
}
