/** R2 may return fewer files than fit into a page, so only `truncated` says whether there are more. */
export async function* listPages(files: R2Bucket, options: R2ListOptions): AsyncGenerator<R2Objects> {
  let cursor: string | undefined;
  do {
    const page = await files.list({ ...options, ...(cursor !== undefined && { cursor }) });
    yield page;
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor !== undefined);
}

export async function deleteFiles(files: R2Bucket, prefix: string): Promise<void> {
  for await (const { objects } of listPages(files, { prefix }))
    if (objects.length > 0) await files.delete(objects.map(({ key }) => key));
}
