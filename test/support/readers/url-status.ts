/** @returns the status of a GET, or undefined while nothing listens */
export const urlStatus = (url: string): Promise<number | undefined> =>
  fetch(url).then(
    (response) => response.status,
    () => undefined,
  );
