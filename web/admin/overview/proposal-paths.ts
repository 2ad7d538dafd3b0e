export const publishPath = (proposalID: string) => `/incidents/new?proposal=${proposalID}`;
export const discardPath = (proposalID: string) => `/incidents/new?discard=${proposalID}`;
