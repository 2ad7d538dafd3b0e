/** The console has been updated, and its server no longer has the files of the version that is open. */
export class FileGoneError extends Error {
  override readonly name = "FileGoneError";

  constructor(cause: unknown) {
    super("The console has been updated since you opened it. Reload it to go on. Drafts are kept.", {
      cause,
    });
  }
}

/**
 * Safari can run a file before the files that it imports, if another one that imports them is being loaded
 * (https://bugs.webkit.org/show_bug.cgi?id=242740). So it loads one after another.
 */
const isSafari = navigator.vendor?.startsWith("Apple");
let queue: Promise<unknown> = Promise.resolve();

function inTurn<Content>(importFile: () => Promise<Content>): Promise<Content> {
  if (!isSafari) return importFile();
  const content = queue.then(importFile);
  queue = content.catch(() => {});
  return content;
}

const files = new Map<() => Promise<unknown>, () => boolean>();

/** Loads every file that this installation uses. Those that are loaded may name further ones. */
export async function preloadFiles(): Promise<void> {
  for (const [load, isUsed] of files) if (isUsed()) await load();
}

/**
 * @param isUsed whether it is loaded when the console is idle
 * @returns a function that loads the file when it is first called, or when the console is idle
 */
export function lazyFile<Content>(
  importFile: () => Promise<Content>,
  isUsed = () => true,
): () => Promise<Content> {
  let loaded: Content | undefined;
  const load = async () => {
    loaded ??= await explainFailure(() => inTurn(importFile));
    return loaded;
  };
  files.set(load, isUsed);
  return load;
}

/** A failure says whether the server can't be reached, or no longer has the file. */
async function explainFailure<Content>(load: () => Promise<Content>): Promise<Content> {
  try {
    return await load();
  } catch (cause) {
    if (await canReachServer()) throw new FileGoneError(cause);
    throw new Error("Can't reach the server. Check your connection and try again.", { cause });
  }
}

/** It requests an image, because the page's policy allows no other request to its own server. */
async function canReachServer(): Promise<boolean> {
  const image = new Image();
  image.src = `/favicon.svg?${Date.now()}`;
  return image.decode().then(
    () => true,
    () => false,
  );
}
