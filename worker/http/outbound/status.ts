/** What an answer of another service means, by its status. */
export const isSuccess = (status: number) => status >= 200 && status < 300;
export const isUnauthorized = (status: number) => status === 401 || status === 403;
/** The same request may succeed later. */
export const saysLater = (status: number) => status === 429 || status >= 500;
