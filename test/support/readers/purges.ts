/** The cache purges of the Worker of the tests since its last reset. */
export async function readPurges({ url }: { url: string }): Promise<unknown[]> {
  return (await fetch(new URL("/x-test-purges", url))).json();
}
