/** Proposals that wait to be published or discarded. */
export const MAX_PROPOSALS = 50;
