import { createContext, type KeyboardEvent, type ReactNode, use, useState } from "react";

/** Whether the form was submitted with invalid fields. */
const Refused = createContext(false);

export const useRefused = () => use(Refused);

interface FormProps {
  busy: boolean;
  onSubmit: () => void;
  /** Only Ctrl or Command with Enter submits: for what many people will read. */
  commandEnterOnly?: boolean;
  className: string;
  children: ReactNode;
}

/** Submits only if every field is valid. Otherwise the fields show their errors, and the first of them gets the focus. */
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
