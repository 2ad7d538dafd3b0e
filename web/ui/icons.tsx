import type { ReactNode } from "react";

interface IconProps {
  className?: string;
}

/** Icons are hidden from assistive technology, so their buttons need labels. */
function Lines({ className = "size-4.5", children }: IconProps & { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={`shrink-0 ${className}`}
    >
      {children}
    </svg>
  );
}

export const AddIcon = (props: IconProps) => (
  <Lines {...props}>
    <path d="M10 4.5v11M4.5 10h11" />
  </Lines>
);

export const EditIcon = (props: IconProps) => (
  <Lines {...props}>
    <path d="m12.6 4.4 3 3L7 16H4v-3zM10.8 6.2l3 3" />
  </Lines>
);

export const DeleteIcon = (props: IconProps) => (
  <Lines {...props}>
    <path d="M4 5.5h12M8 5.5V4h4v1.5M5.5 5.5l.7 10.5h7.6l.7-10.5M8.5 8.5v4.5M11.5 8.5v4.5" />
  </Lines>
);

export const UpIcon = (props: IconProps) => (
  <Lines {...props}>
    <path d="M10 16V4.5M5.5 9 10 4.5 14.5 9" />
  </Lines>
);

export const DownIcon = (props: IconProps) => (
  <Lines {...props}>
    <path d="M10 4v11.5M5.5 11l4.5 4.5 4.5-4.5" />
  </Lines>
);

export const CloseIcon = (props: IconProps) => (
  <Lines {...props}>
    <path d="m5.5 5.5 9 9M14.5 5.5l-9 9" />
  </Lines>
);

export const MenuIcon = (props: IconProps) => (
  <Lines {...props}>
    <path d="M3.5 6h13M3.5 10h13M3.5 14h13" />
  </Lines>
);

export const OpenIcon = (props: IconProps) => (
  <Lines {...props}>
    <path d="M8 5H5v10h10v-3M11 4.5h4.5V9M15.5 4.5 9.5 10.5" />
  </Lines>
);

export const ChooseIcon = (props: IconProps) => (
  <Lines {...props}>
    <path d="m6 8 4 4 4-4" />
  </Lines>
);

export const SignOutIcon = (props: IconProps) => (
  <Lines {...props}>
    <path d="M8 4H4.5v12H8M8.5 10h8M13.5 7l3 3-3 3" />
  </Lines>
);

export const KeyIcon = (props: IconProps) => (
  <Lines {...props}>
    <path d="M10 13.2a3.2 3.2 0 1 1-6.4 0 3.2 3.2 0 0 1 6.4 0M9.1 10.9l6.4-6.4M12.5 7.5l2.3 2.3" />
  </Lines>
);

export const ComponentsIcon = (props: IconProps) => (
  <Lines {...props}>
    <path d="M4 4h4.5v4.5H4zM11.5 4H16v4.5h-4.5zM4 11.5h4.5V16H4zM11.5 11.5H16V16h-4.5z" />
  </Lines>
);

export const IncidentsIcon = (props: IconProps) => (
  <Lines {...props}>
    <path d="M10 3.5 17.5 16h-15zM10 8v3.8M10 13.9v.1" />
  </Lines>
);

export const MaintenancesIcon = (props: IconProps) => (
  <Lines {...props}>
    <path d="M4 5h12v11H4zM4 8.5h12M7 3v3.5M13 3v3.5M10 10.5v2.2l1.6 1" />
  </Lines>
);

export const MetricsIcon = (props: IconProps) => (
  <Lines {...props}>
    <path d="M3.5 3.5v13h13M6.5 12.5l3-4 2.5 2.5 4-5.5" />
  </Lines>
);

export const PreviewIcon = (props: IconProps) => (
  <Lines {...props}>
    <path d="M2.5 10S5 5 10 5s7.5 5 7.5 5-2.5 5-7.5 5-7.5-5-7.5-5M12.2 10a2.2 2.2 0 1 1-4.4 0 2.2 2.2 0 0 1 4.4 0" />
  </Lines>
);

export const InfoIcon = (props: IconProps) => (
  <Lines {...props}>
    <path d="M17 10a7 7 0 1 1-14 0 7 7 0 0 1 14 0M10 9.2v4M10 6.6v.1" />
  </Lines>
);

export const CalendarIcon = (props: IconProps) => (
  <Lines {...props}>
    <path d="M4 5h12v11H4zM4 8.5h12M7 3v3.5M13 3v3.5" />
  </Lines>
);

export const UsersIcon = (props: IconProps) => (
  <Lines {...props}>
    <path d="M10.5 6.8a2.8 2.8 0 1 1-5.6 0 2.8 2.8 0 0 1 5.6 0M2.5 16c.3-3 2.4-4.6 5.2-4.6s4.9 1.6 5.2 4.6M13 4.3a2.8 2.8 0 0 1 0 5M15 11.9c1.4.7 2.3 2.1 2.5 4.1" />
  </Lines>
);

export const SettingsIcon = (props: IconProps) => (
  <Lines {...props}>
    <path d="M3.5 6.5h7M15 6.5h1.5M3.5 13.5H5M9.5 13.5h7M15 6.5a2 2 0 1 1-4 0 2 2 0 0 1 4 0M9 13.5a2 2 0 1 1-4 0 2 2 0 0 1 4 0" />
  </Lines>
);

export const MarkIcon = (props: IconProps) => (
  <Lines {...props}>
    <path d="M10 2.5v2M4.5 4.8 5.9 6.2M15.5 4.8l-1.4 1.4M10 7l2.7 8.5H7.3zM3 18h14" />
  </Lines>
);

export function Spinner() {
  return (
    <svg viewBox="0 0 20 20" fill="none" aria-hidden="true" className="size-4 shrink-0 animate-spin">
      <circle cx="10" cy="10" r="7.5" stroke="currentColor" strokeWidth="2.5" opacity="0.3" />
      <path d="M17.5 10A7.5 7.5 0 0 0 10 2.5" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  );
}
