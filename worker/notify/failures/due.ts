/** The team is notified. A failing metric stays in the table until it works again. */
export const isFailureDue = "(SELECT count(*) FROM failures) > 0";
