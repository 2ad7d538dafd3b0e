import type { ComponentType } from "react";
import { componentColor, type StatusColor } from "../../../worker/components/domain.ts";
import { noticeColors } from "../../../worker/notices/domain.ts";
import { phaseShapes } from "../../shared/phase-shapes.ts";
import { formatDate, formatShort } from "../times/dates.ts";
import { idOf, type SubjectLists } from "./subjects.ts";

export interface Console {
  /** The state belongs to the new entry of the browser's history. */
  goTo: (path: string, options?: { state: object }) => void;
  openStatusPage: () => void;
  showShortcuts: () => void;
  signOut: () => void;
}

/** Headings with equally good matches come in this order. */
export const headings = [
  "Screens",
  "Components",
  "Incidents",
  "Maintenances",
  "Metrics",
  "Months",
  "Subscribers",
  "Actions",
] as const;

export type Heading = (typeof headings)[number];

/** It tells subjects of the same name apart. */
interface State {
  color: StatusColor;
  shape?: string;
  status: string;
  date?: string;
}

export interface Option {
  id: string;
  heading: Heading;
  state: State | undefined;
  /** An option with a subject's name needs a typed word of it, and another word: its subject has several such options. */
  subjectName: string | undefined;
  command: string;
  title: string;
  aliases: string;
  Icon: ComponentType<{ className?: string }>;
  isHiddenAtFirst: boolean;
  isServerMatch: boolean;
  run: (app: Console) => void;
}

export type Command = (subjects: SubjectLists) => Option[];

interface CommandAbout<Kind extends keyof SubjectLists> {
  /** The same command on the command line, without the program's name. */
  command: string;
  heading?: Heading;
  subjectName?: (subject: SubjectLists[Kind][number]) => string;
  title: (subject: SubjectLists[Kind][number]) => string;
  Icon: Option["Icon"];
  aliases?: string | ((subject: SubjectLists[Kind][number]) => string);
  /** Before anything is typed, no more of its subjects have an option. */
  maxAtFirst?: number;
  /** The server's search has found the subject, maybe by its messages. */
  isServerMatch?: boolean;
  run: (app: Console, subject: SubjectLists[Kind][number]) => void;
}

/** A command has an option for each of its subjects. */
export function about<Kind extends keyof SubjectLists>(
  kind: Kind,
  {
    command,
    heading = "Actions",
    subjectName,
    title,
    run,
    aliases = "",
    maxAtFirst = Number.POSITIVE_INFINITY,
    isServerMatch = false,
    Icon,
  }: CommandAbout<Kind>,
): Command {
  return (subjects) =>
    subjects[kind].map((subject: SubjectLists[Kind][number], index) => ({
      command,
      heading,
      state: toState(subject),
      subjectName: subjectName?.(subject),
      aliases: typeof aliases === "string" ? aliases : aliases(subject),
      isHiddenAtFirst: index >= maxAtFirst,
      isServerMatch,
      Icon,
      id: `${command} ${title(subject)} ${idOf(subject)}`,
      title: title(subject),
      run: (app) => run(app, subject),
    }));
}

function toState(subject: SubjectLists[keyof SubjectLists][number]): State | undefined {
  if (typeof subject !== "object") return undefined;
  if ("noticeID" in subject) {
    const { status, createdAt, startAt } = subject;
    return {
      status,
      color: noticeColors[status],
      shape: phaseShapes[status],
      date: dateText(startAt ?? createdAt),
    };
  }
  // Components and groups have it.
  if (!("groupID" in subject)) return undefined;
  return { color: componentColor(subject.status), status: subject.status };
}

/** The year is left out of a date of this year. */
function dateText(iso: string): string {
  const isThisYear = new Date(iso).getFullYear() === new Date().getFullYear();
  return isThisYear ? formatShort(iso) : formatDate(iso);
}
