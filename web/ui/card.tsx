import { type ReactNode, useId } from "react";

interface CardProps {
  /** What a link to the card names. */
  id?: string;
  title: string;
  sentence?: ReactNode;
  /** Stands beside the title. */
  action?: ReactNode;
  children: ReactNode;
}

/** One topic, with a title that looks like one. */
export function Card({ id, title, sentence, action, children }: CardProps) {
  const titleID = useId();
  return (
    <section
      id={id}
      aria-labelledby={titleID}
      // More would show the end of the card above it below the header.
      className="grid scroll-mt-2 gap-5 rounded-xl border border-line bg-surface p-5 shadow-card"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-0.5">
        <h2 id={titleID} className="min-w-0 text-base/6 font-semibold tracking-tight">
          {title}
        </h2>
        {action}
        {sentence && <p className="basis-full text-muted text-pretty">{sentence}</p>}
      </div>
      {children}
    </section>
  );
}
