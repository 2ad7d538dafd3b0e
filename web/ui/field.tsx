import { type ReactNode, useId } from "react";
import { useRefused } from "./form.tsx";

export const fieldLook =
  "w-full rounded-lg border border-line-strong bg-surface px-3 py-2 text-base text-ink transition-colors hover:border-muted focus:border-accent-text focus:outline-2 focus:outline-offset-0 focus:outline-accent-text aria-invalid:border-danger-text sm:text-sm";

/** A string is the error message; `true` makes one from the label. */
export type Required = boolean | string;

interface Checked {
  label: string;
  value: string;
  required?: Required | undefined;
  /** The error of a value that is not empty. */
  problem?: string | false | undefined;
  hint?: ReactNode;
}

/**
 * What a field says about its value. A form looks for `data-wrong` when it is submitted; the words are shown from then on,
 * for as long as they are true.
 */
export function useField({ label, value, required = false, problem, hint }: Checked) {
  const id = useId();
  const refused = useRefused();
  const missing = required && value.trim() === "" && (required === true ? `${label} is required.` : required);
  const wrong = missing || problem;
  const told = refused && wrong;
  const described = [hint && `${id}-hint`, told && `${id}-problem`].filter(Boolean).join(" ");
  return {
    field: {
      id,
      required: Boolean(required),
      "data-wrong": wrong ? "" : undefined,
      "aria-invalid": told ? true : undefined,
      "aria-describedby": described || undefined,
    },
    notes: (
      <>
        {hint && (
          <p id={`${id}-hint`} className="text-muted">
            {hint}
          </p>
        )}
        {told && (
          <p
            id={`${id}-problem`}
            role="alert"
            className="col-span-full text-danger-text [overflow-wrap:anywhere]"
          >
            {told}
          </p>
        )}
      </>
    ),
  };
}

/** Hidden from assistive technology, which reads `required` from the field. */
export function RequiredMark({ required }: { required?: Required | undefined }) {
  return required ? (
    <span aria-hidden="true" className="ml-0.5 text-danger-text">
      *
    </span>
  ) : null;
}
