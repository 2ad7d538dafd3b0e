interface StoredVersion {
  updatedAt: string;
}

/** @returns the current version, which a 409 after a failed `If-Match` precondition has */
export async function readConflictingVersion(
  request: Request,
  response: Response,
): Promise<StoredVersion | undefined> {
  if (response.status !== 409 || !request.headers.has("If-Match")) return undefined;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  const current = Object(Object(body).current);
  return typeof current.updatedAt === "string" ? current : undefined;
}
