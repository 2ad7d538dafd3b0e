/** A metric that fails stays in the table until it works again, which the team is told as well. */
export const isFailureDue = "(SELECT count(*) FROM failures) > 0";
