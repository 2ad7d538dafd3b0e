/** The cache purges of a `faulty-worker` since its last reset. */
export async function readPurges({ url }: { url: string }): Promise<unknown[]> {
  return (await fetch(new URL("/x-test-purges", url))).json();
}
