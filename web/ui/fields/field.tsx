import { type ReactNode, useId } from "react";
import { useShowsFieldErrors } from "../form.tsx";

export const fieldClass =
  "w-full rounded-lg border border-line-strong bg-surface px-3 py-2 text-base text-ink transition-colors hover:border-muted focus:border-accent-text focus:outline-2 focus:outline-offset-0 focus:outline-accent-text aria-invalid:border-danger-text sm:text-sm";

/** A string is the error message, and `true` makes one from the label. */
export type Required = boolean | string;

interface FieldOptions {
  label: string;
  value: string;
  required?: Required | undefined;
  /** The error of a value that is not empty. */
  problem?: string | false | undefined;
  /** Shows the error even before the form is submitted. */
  showsProblem?: boolean;
  hint?: ReactNode;
}

/** A form looks for `data-invalid` when it is submitted, and its fields show their errors from then on. */
export function useField({
  label,
  value,
  required = false,
  problem,
  showsProblem = false,
  hint,
}: FieldOptions) {
  const id = useId();
  const showsFieldErrors = useShowsFieldErrors();
  const requiredError =
    required && value.trim() === "" && (required === true ? `${label} is required.` : required);
  const error = requiredError || problem;
  const shownError = (showsFieldErrors || showsProblem) && error;
  const describedBy = [hint && `${id}-hint`, shownError && `${id}-problem`].filter(Boolean).join(" ");
  return {
    field: {
      id,
      required: Boolean(required),
      "data-invalid": error ? "" : undefined,
      "aria-invalid": shownError ? true : undefined,
      "aria-describedby": describedBy || undefined,
    },
    notes: (
      <>
        {hint && (
          <p id={`${id}-hint`} className="text-muted">
            {hint}
          </p>
        )}
        {shownError && (
          <p
            id={`${id}-problem`}
            role="alert"
            className="col-span-full text-danger-text [overflow-wrap:anywhere]"
          >
            {shownError}
          </p>
        )}
      </>
    ),
  };
}

/** Assistive technology reads `required` from the field. */
export function RequiredMark({ required }: { required?: Required | undefined }) {
  return required ? (
    <span aria-hidden="true" className="ml-0.5 text-danger-text">
      *
    </span>
  ) : null;
}
