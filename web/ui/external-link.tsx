import { OpenIcon } from "./icons/start-icons.tsx";

export function ExternalLink({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className="inline-flex items-center gap-1.5 rounded font-medium text-accent-text underline-offset-4 hover:underline"
    >
      {children} <OpenIcon className="size-4" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  );
}
