/** The part of R2's API that tests use. */
export interface StoredFiles {
  get(key: string): Promise<StoredFile | null>;
  head(key: string): Promise<FileProperties | null>;
  /** At most 1,000 files. */
  list(options: { prefix: string }): Promise<{ objects: FileProperties[] }>;
  /** Returns the texts of at most 1,000 files. */
  readAll(options: { prefix: string }): Promise<string[]>;
  put(key: string, content: string | ArrayBuffer | Uint8Array, metadata?: FileMetadata): Promise<void>;
  delete(keys: string | string[]): Promise<void>;
}

interface FileMetadata {
  customMetadata?: Record<string, string>;
  httpMetadata?: { contentType?: string };
}

interface FileProperties extends FileMetadata {
  key: string;
  version: string;
}

interface StoredFile extends FileProperties {
  text(): Promise<string>;
  json<T>(): Promise<T>;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** @param call calls a function of direct-access.js */
export function storedFiles(call: <T>(name: string, input: unknown) => Promise<T>): StoredFiles {
  return {
    async get(key) {
      const file = await call<(FileProperties & { base64: string }) | null>("getFile", key);
      if (file === null) return null;
      const { base64, ...properties } = file;
      const content = Buffer.from(base64, "base64");
      return {
        ...properties,
        text: async () => content.toString(),
        json: async () => JSON.parse(content.toString()),
        arrayBuffer: async () => new Uint8Array(content).buffer,
      };
    },
    head: (key) => call("headFile", key),
    list: (options) => call("listFiles", options),
    readAll: (options) => call("readFiles", options),
    async put(key, content, metadata = {}) {
      const bytes = typeof content === "string" ? Buffer.from(content) : new Uint8Array(content);
      await call("putFile", { key, base64: Buffer.from(bytes).toString("base64"), metadata });
    },
    async delete(keys) {
      await call("deleteNamedFiles", keys);
    },
  };
}
