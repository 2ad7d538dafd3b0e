import type { StatusColour } from "../../../worker/components/domain.ts";
import type { Texts } from "../texts/en.ts";
import { useTexts } from "./language.tsx";
import { Message } from "./markdown.tsx";
import { Time } from "./time.tsx";

export interface UpdateView {
  id: string;
  status: keyof Texts["states"];
  colour: StatusColour;
  /** Empty without words. */
  html: string;
  createdAt: string;
}

/** The updates of a notice, newest first. */
export function Timeline({ updates }: { updates: UpdateView[] }) {
  const { states } = useTexts();
  return (
    <ol className="updates">
      {updates.map(({ id, status, colour, html, createdAt }) => (
        <li key={id} className={colour}>
          <p className="head">
            <strong>{states[status]}</strong> <Time at={createdAt} />
          </p>
          {html && <Message html={html} />}
        </li>
      ))}
    </ol>
  );
}
