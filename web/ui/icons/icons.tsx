import { type IconProps, Lines } from "./lines.tsx";

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

export const MoreIcon = (props: IconProps) => (
  <Lines {...props}>
    <path d="M4.5 10v.1M10 10v.1M15.5 10v.1" strokeWidth="2.5" />
  </Lines>
);

export const MenuIcon = (props: IconProps) => (
  <Lines {...props}>
    <path d="M3.5 6h13M3.5 10h13M3.5 14h13" />
  </Lines>
);

export const SearchIcon = (props: IconProps) => (
  <Lines {...props}>
    <path d="M14 8.75a5.25 5.25 0 1 1-10.5 0 5.25 5.25 0 0 1 10.5 0M12.6 12.6l4 4" />
  </Lines>
);
