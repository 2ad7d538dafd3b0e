/** The text of a form, stored on this device until it is sent or discarded. */
export interface StoredDraft {
  /** The administrator, the form and the item. */
  key: string;
  /** Milliseconds since 1970. It is also the version, by which tabs compare drafts. */
  savedAt: number;
  edits: object;
  base?: unknown;
  /** The ID of the request that saves it, from its first try on, and the edits of that try. */
  requestID?: string;
  sent?: object;
}

/** Raise it when the draft of a form changes its shape: stored drafts are then dropped. */
const VERSION = 2;
const STORE = "drafts";

let database: Promise<IDBDatabase> | undefined;

/** Drafts are not in localStorage, which Chromium writes to disk up to five seconds later. */
function openDatabase(): Promise<IDBDatabase> {
  database ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open("daymark-drafts", VERSION);
    request.onupgradeneeded = ({ oldVersion }) => {
      if (oldVersion > 0) request.result.deleteObjectStore(STORE);
      request.result.createObjectStore(STORE, { keyPath: "key" });
    };
    request.onsuccess = () => {
      const { result: database } = request;
      database.onclose = reopenLater;
      database.onversionchange = () => {
        database.close(); // or a newer console in another tab could not open it
        reopenLater();
      };
      resolve(database);
    };
    request.onerror = () => reject(request.error);
  });
  database.catch(reopenLater);
  return database;
}

function reopenLater(): void {
  database = undefined;
}

export async function readDrafts(): Promise<StoredDraft[]> {
  const database = await openDatabase();
  return new Promise((resolve, reject) => {
    const request = database.transaction(STORE).objectStore(STORE).getAll();
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Commits at once and to the disk itself, so that neither a killed browser nor a dead battery loses a key press. */
export async function writeDraft(draft: StoredDraft): Promise<void> {
  const store = await writableStore();
  store.put(draft);
  store.transaction.commit();
}

/** Does nothing if another tab has stored a newer version. */
export async function deleteDraft(key: string, version: number): Promise<void> {
  const store = await writableStore();
  const request = store.get(key);
  request.onsuccess = () => {
    if (request.result?.savedAt === version) store.delete(key);
  };
}

export async function writableStore(): Promise<IDBObjectStore> {
  const database = await openDatabase();
  return database.transaction(STORE, "readwrite", { durability: "strict" }).objectStore(STORE);
}
