import type { StatusColour } from "../../../worker/components/domain.ts";
import type { Texts } from "../texts/en.ts";
import { useTexts } from "./language.tsx";
import { Markdown } from "./markdown.tsx";
import { Time } from "./time.tsx";

export interface UpdateView {
  id: string;
  status: keyof Texts["states"];
  colour: StatusColour;
  message: string;
  createdAt: string;
}

/** What was said, newest first. */
export function Timeline({ updates }: { updates: UpdateView[] }) {
  const { states } = useTexts();
  return (
    <ol className="updates">
      {updates.map(({ id, status, colour, message, createdAt }) => (
        <li key={id} className={colour}>
          <p className="head">
            <strong>{states[status]}</strong> <Time at={createdAt} />
          </p>
          {message && <Markdown text={message} />}
        </li>
      ))}
    </ol>
  );
}
