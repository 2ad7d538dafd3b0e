import { createContext, type KeyboardEvent, type ReactNode, use, useState } from "react";

/** True from a submit with invalid fields until the next submit. */
const ShowsFieldErrors = createContext(false);

export const useShowsFieldErrors = () => use(ShowsFieldErrors);

interface FormProps {
  busy: boolean;
  onSubmit: () => void;
  onEscape?: () => void;
  /** Enter alone does not submit a form that many people will read. */
  commandEnterOnly?: boolean;
  id?: string;
  className: string;
  children: ReactNode;
  /** Follows the form in the document, such as a bar that saves it. */
  after?: ReactNode;
}

/** Submits only if every field is valid. Otherwise the fields show their errors, and the first invalid one gets the focus. */
export function Form({
  busy,
  onSubmit,
  onEscape,
  commandEnterOnly = false,
  id,
  className,
  children,
  after,
}: FormProps) {
  const [showsErrors, setShowsErrors] = useState(false);

  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    // While it composes characters, an input method has these keys.
    if (event.nativeEvent.isComposing) return;
    // A dialog below it in React is elsewhere in the document, and has a form of its own.
    if (event.target instanceof Node && !event.currentTarget.contains(event.target)) return;
    if (event.key === "Escape") onEscape?.();
    if (event.key !== "Enter") return;
    if (event.metaKey || event.ctrlKey) {
      event.preventDefault(); // or the browser submits an input's form once more
      event.currentTarget.requestSubmit();
    } else if (commandEnterOnly && event.target instanceof HTMLInputElement) {
      event.preventDefault();
    }
  }

  return (
    <ShowsFieldErrors value={showsErrors}>
      <form
        id={id}
        noValidate
        className={className}
        onKeyDown={onKeyDown}
        onSubmit={(event) => {
          event.preventDefault();
          if (busy || event.target !== event.currentTarget) return;
          const firstInvalid = event.currentTarget.querySelector<HTMLElement>("[data-invalid]");
          setShowsErrors(firstInvalid !== null);
          if (!firstInvalid) return onSubmit();
          firstInvalid.closest("details")?.setAttribute("open", ""); // A folded field can't get the focus.
          firstInvalid.focus();
          firstInvalid.scrollIntoView({ block: "center" }); // The center leaves room for the error below the field.
        }}
      >
        {children}
      </form>
      {after}
    </ShowsFieldErrors>
  );
}
