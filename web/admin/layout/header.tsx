import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { MarkIcon, OpenIcon } from "../../ui/icons/start-icons.tsx";
import { lazyPart, optionalPart } from "../../ui/lazy-part.tsx";
import { usePageTitle } from "../page-title.ts";
import { usePageURL } from "../page-url.ts";
import { publicSettings } from "../public-settings.ts";
import type { DrawerProps } from "./drawer.tsx";

const CommandsButton = optionalPart(
  "commands",
  async () => (await import("./commands-button.tsx")).CommandsButton,
);

const DrawerButton = lazyPart(
  "drawer-button",
  async () => (await import("./drawer-button.tsx")).DrawerButton,
  <span className="-ml-2 size-9 md:hidden" />,
);
const UserMenu = lazyPart(
  "user-menu",
  async () => (await import("./user-menu.tsx")).UserMenu,
  <span className="size-9" />,
);

export function Header(drawer: DrawerProps) {
  const { data } = useQuery(publicSettings);
  const title = usePageTitle();
  const pageURL = usePageURL("/");

  return (
    <header className="sticky top-0 z-30 border-b border-line bg-surface">
      <div className="mx-auto flex h-14 max-w-6xl items-center gap-3 px-4 md:pr-8 md:pl-7">
        <DrawerButton {...drawer} />
        <Link href="/" title={title} className="min-w-0 items-center gap-2.5 rounded-md sm:flex">
          <span className="hidden size-7 shrink-0 place-items-center rounded-lg bg-accent text-on-accent sm:grid">
            <MarkIcon />
          </span>
          <span className="block truncate font-semibold empty:hidden">{data?.serviceName}</span>{" "}
          <span className="shrink-0 text-muted">Status Admin</span>
        </Link>
        <span className="ml-auto flex shrink-0 items-center gap-1 sm:gap-2">
          <CommandsButton />
          <a
            href={pageURL}
            target="_blank"
            rel="noreferrer"
            className="flex min-h-9 items-center gap-1.5 rounded-lg px-2 font-medium text-muted transition-colors hover:bg-hover hover:text-ink sm:px-3"
          >
            <span className="sr-only sm:not-sr-only">Status page</span> <OpenIcon />{" "}
            <span className="sr-only">(opens in a new tab)</span>
          </a>
          <UserMenu />
        </span>
      </div>
    </header>
  );
}
