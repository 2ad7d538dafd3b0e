import { Link } from "wouter";
import type { Overview } from "../../../worker/console/schema.ts";
import { ChooseIcon } from "../../ui/icons/start-icons.tsx";
import { Menu, menuItemClass } from "../../ui/menu.tsx";
import { formatAge } from "../times/dates.ts";

const linkClass =
  "inline-flex min-h-9 shrink-0 items-center gap-1.5 rounded-lg border border-line-strong/60 bg-surface px-3 font-medium whitespace-nowrap transition-colors hover:bg-hover";

export function PostUpdate({ overview, now }: { overview: Overview; now: number }) {
  const [first, ...others] = overview.incidents;
  if (!first) return null;
  if (others.length === 0)
    return (
      <Link href={composerPath(first.incidentID)} className={linkClass}>
        Post update
      </Link>
    );
  return (
    <Menu
      label="Post update: choose an incident"
      buttonClassName={linkClass}
      button={
        <>
          Post update
          <ChooseIcon className="-mr-1 size-4.5" />
        </>
      }
    >
      {(close) => (
        <ul aria-label="Open incidents" className="max-w-88">
          {overview.incidents.map(({ incidentID, name, status, lastUpdateAt }) => (
            <li key={incidentID}>
              <Link href={composerPath(incidentID)} onClick={close} className={menuItemClass}>
                <span className="min-w-0">
                  <bdi className="block font-medium [overflow-wrap:anywhere]">{name}</bdi>
                  <span className="text-muted">
                    {status}, updated {formatAge(lastUpdateAt, now)}
                  </span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Menu>
  );
}

function composerPath(incidentID: string): string {
  return `/incidents/${incidentID}#update`;
}
