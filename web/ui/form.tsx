import { createContext, type KeyboardEvent, type ReactNode, use, useState } from "react";

/** Whether somebody has tried to send the form while a field of it was wrong. */
const Refused = createContext(false);

export const useRefused = () => use(Refused);

interface FormProps {
  busy: boolean;
  onSubmit: () => void;
  /** Enter in a field submits nothing, and the two keys together do: for what many people read at once. */
  commandEnterOnly?: boolean;
  className: string;
  children: ReactNode;
}

/** Submits once every field is right. Until then the fields say what is wrong, and the first of them gets the focus. */
export function Form({ busy, onSubmit, commandEnterOnly = false, className, children }: FormProps) {
  const [refused, setRefused] = useState(false);

  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key !== "Enter") return;
    if (event.metaKey || event.ctrlKey) {
      event.preventDefault(); // or the browser submits an input's form once more
      event.currentTarget.requestSubmit();
    } else if (commandEnterOnly && event.target instanceof HTMLInputElement) {
      event.preventDefault();
    }
  }

  return (
    <form
      noValidate
      className={className}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        if (busy) return;
        const wrong = event.currentTarget.querySelector<HTMLElement>("[data-wrong]");
        setRefused(wrong !== null);
        if (wrong) wrong.focus();
        else onSubmit();
      }}
    >
      <Refused value={refused}>{children}</Refused>
    </form>
  );
}
