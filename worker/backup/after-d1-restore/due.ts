export const isRestoreDue = "(SELECT count(*) FROM restores) > 0";
