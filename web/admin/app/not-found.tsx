import { Link } from "wouter";
import { MessagePage } from "../message-page.tsx";
import { usePageTitle } from "../page-title.ts";

export function NotFound() {
  usePageTitle();
  return (
    <MessagePage title="404 page not found">
      <Link href="/" className="font-medium text-accent-text underline underline-offset-4">
        Go to the console
      </Link>
    </MessagePage>
  );
}
