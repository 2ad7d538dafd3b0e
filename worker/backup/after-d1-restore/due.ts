/** The row stays until the last step is done. */
export const isRestoreDue = "(SELECT count(*) FROM restores) > 0";
