import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { DrawerEntry } from "../app/screens.tsx";
import { overviewQuery } from "../overview/calls.ts";

export interface DrawerProps {
  entries: readonly DrawerEntry[];
  current: DrawerEntry | undefined;
  /** Called when the pointer or the focus is on the link to a screen, which may be opened next. */
  onPreload: (path: string) => void;
  onChoose?: () => void;
}

export function Drawer({ entries, current, onPreload, onChoose }: DrawerProps) {
  const { data: overview } = useQuery(overviewQuery);
  const openIncidents = overview?.openIncidents ?? 0;
  return (
    <nav aria-label="Screens">
      <ul className="grid gap-0.5">
        {entries.map((entry) => (
          <li key={entry.path}>
            <Link
              href={entry.path}
              onPointerEnter={() => onPreload(entry.path)}
              onFocus={() => onPreload(entry.path)}
              onClick={onChoose}
              aria-current={entry === current ? "page" : undefined}
              className="flex min-h-10 items-center gap-3 rounded-lg px-3 font-medium whitespace-nowrap text-muted transition-colors hover:bg-hover hover:text-ink aria-[current]:bg-accent-soft aria-[current]:text-accent-text md:min-h-9"
            >
              <entry.Icon />
              {entry.title}
              {entry.path === "/incidents" && openIncidents > 0 && (
                <span className="ml-auto min-w-6 rounded-full bg-hover px-1.5 text-center text-xs/5 text-ink tabular-nums">
                  {openIncidents}
                  <span className="sr-only"> open</span>
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
