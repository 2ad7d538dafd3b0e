import type { ComponentType } from "react";
import { idOf, type SubjectLists } from "./subjects.ts";

export interface Console {
  goTo: (path: string) => void;
  openStatusPage: () => void;
  showShortcuts: () => void;
  signOut: () => void;
}

export interface Option {
  id: string;
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
  title: (subject: SubjectLists[Kind][number]) => string;
  Icon: Option["Icon"];
  aliases?: string;
  isHiddenAtFirst?: boolean;
  /** The server's search has found the subject, maybe by its messages. */
  isServerMatch?: boolean;
  run: (app: Console, subject: SubjectLists[Kind][number]) => void;
}

/** A command has an option for each of its subjects. */
export function about<Kind extends keyof SubjectLists>(
  kind: Kind,
  {
    command,
    title,
    run,
    aliases = "",
    isHiddenAtFirst = false,
    isServerMatch = false,
    Icon,
  }: CommandAbout<Kind>,
): Command {
  return (subjects) =>
    subjects[kind].map((subject: SubjectLists[Kind][number]) => ({
      command,
      aliases,
      isHiddenAtFirst,
      isServerMatch,
      Icon,
      id: `${command} ${title(subject)} ${idOf(subject)}`,
      title: title(subject),
      run: (app) => run(app, subject),
    }));
}
